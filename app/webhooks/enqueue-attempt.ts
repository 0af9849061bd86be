import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'

/**
 * Each attempt is a job of its own: its waits differ from those of other jobs, and its end is written in the delivery. The
 * endpoints of a team share a lane, and each of the operator has one, with another prefix: teams together cannot delay them.
 */
export async function enqueueAttempt(
  tx: Tx,
  keys: Keyring,
  { id, runAt, now }: { id: string; runAt: number; now: number },
): Promise<void> {
  const endpoint = await tx
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
    .select(['endpoint_id', 'team_id'])
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
  const lane = endpoint && laneOf(endpoint)
  await enqueue(tx, keys, { kind: 'webhook-delivery', payload: { id }, lane, runAt, now })
}

function laneOf({ endpoint_id, team_id }: { endpoint_id: string; team_id: string | null }): string {
  return team_id === null ? `webhooks:${endpoint_id}` : `team-webhooks:${team_id}`
}
