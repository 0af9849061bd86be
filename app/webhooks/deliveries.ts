import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'

import { disabledSince } from './endpoint-authors.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import type { WebhookDeliveriesTable } from './schema.ts'

export interface DeliveryFilter {
  /** Limits the list to one endpoint. */
  endpointId?: string | undefined
  /** Limits the list to the endpoints of a team; null for those of the operator. */
  teamId?: string | null | undefined
  status?: WebhookDeliveriesTable['status'] | undefined
  /** The last message of the page before. */
  before?: string | undefined
  limit: number
}

export interface Delivery {
  id: string
  endpointId: string
  url: string
  type: string
  status: WebhookDeliveriesTable['status']
  attempts: number
  nextAttemptAt: number | null
  lastStatus: number | null
  lastError: string | null
  createdAt: number
}

/** Lists messages, the newest first. */
export async function listDeliveries(
  db: Db,
  { endpointId, teamId, status, before, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  let query = db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select(['webhook_deliveries.id', 'endpoint_id', 'url', 'type', 'status', 'attempts'])
    .select(['next_attempt_at', 'last_status', 'last_error', 'webhook_deliveries.created_at'])
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(limit)
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId)
  if (teamId !== undefined) query = query.where('team_id', teamId === null ? 'is' : '=', teamId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (before !== undefined) query = query.where('webhook_deliveries.id', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    endpointId: row.endpoint_id,
    url: row.url,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
  }))
}

/**
 * Sends a message of an owner again.
 *
 * @throws NotFound, and ValidationError while it is still being tried, or when its endpoint is disabled
 */
export async function replayOwnDelivery(
  tx: Tx,
  keys: Keyring,
  { now, ...delivery }: OwnDelivery & { now: number },
): Promise<void> {
  if (!(await hasDelivery(tx, delivery))) throw new NotFound()
  if (!(await replayDelivery(tx, keys, { id: delivery.id, now })))
    throw new ValidationError({ form: 'The message is still being tried, or its webhook is off.' })
}

interface OwnDelivery {
  id: string
  endpointId?: string
  /** Null for the operator. */
  teamId: string | null
}

async function hasDelivery(db: Db, { id, endpointId, teamId }: OwnDelivery): Promise<boolean> {
  let query = db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select('webhook_deliveries.id')
    .where('webhook_deliveries.id', '=', id)
    .where('team_id', teamId === null ? 'is' : '=', teamId)
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Sends a message again, with the same id and a new round of attempts. Of concurrent calls one succeeds.
 *
 * @returns false without such a message, while it is still being tried, and when its endpoint is disabled
 */
export async function replayDelivery(
  tx: Tx,
  keys: Keyring,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  const replayed = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .where('status', '!=', 'pending')
    .where('endpoint_id', 'in', (endpoints) =>
      endpoints
        .selectFrom('webhook_endpoints')
        .select('id')
        .where((eb) => eb(disabledSince(eb), 'is', null)),
    )
    .returning('id')
    .executeTakeFirst()
  if (!replayed) return false
  await enqueueAttempt(tx, keys, { id, runAt: now, now })
  return true
}
