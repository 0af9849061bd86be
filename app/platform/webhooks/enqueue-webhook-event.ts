import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { newId } from '#app/platform/lib/ids.ts'

/** An event that webhooks report. */
export interface WebhookEvent {
  type: string
  /** The account; null for an erased one, of which only the id in `data` is left. */
  userId: string | null
  /** The team whose endpoints also receive it. */
  teamId?: string
  data: object
}

/**
 * Enqueues the event for every subscribed endpoint, in the transaction of the change, so that both happen or neither.
 *
 * @param at  when it happened, Unix milliseconds
 */
export function enqueueWebhookEvent(
  tx: Tx,
  keys: Keyring,
  event: WebhookEvent,
  at: number,
): Promise<void> {
  const id = newId()
  const payload = { id, at, ...event }
  // Erasing the account deletes queued jobs whose key ends in its id.
  const dedupeKey = `webhook-event:${id}:${event.userId ?? ''}`
  return enqueue(tx, keys, { kind: 'webhook-event', payload, dedupeKey, now: at })
}

/**
 * Whether an endpoint is subscribed to accounts, for a change that records no event.
 *
 * @param teamId  whether one is subscribed to this team
 */
export async function hasWebhooks(tx: Tx, teamId: string | null = null): Promise<boolean> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('team_id', 'is', null), ...(teamId === null ? [] : [eb('team_id', '=', teamId)])]),
    )
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return endpoint !== undefined
}
