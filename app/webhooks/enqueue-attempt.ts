import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'

/** Each attempt is a job of its own: its waits differ from those of other jobs, and its end is written in the delivery. */
export function enqueueAttempt(
  tx: Tx,
  keys: Keyring,
  { id, runAt, now }: { id: string; runAt: number; now: number },
): Promise<void> {
  return enqueue(tx, keys, { kind: 'webhook-delivery', payload: { id }, runAt, now })
}
