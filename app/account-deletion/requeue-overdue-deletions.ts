import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import { deletionJobKeys } from './pending-deletion.ts'

/** Limits one run; the next run takes the rest. */
const batchSize = 200

/** Enqueues overdue deletions again, in case their job was dead-lettered. */
export async function requeueOverdueDeletions(
  { db, keys }: { db: Db; keys: Keyring },
  now: number,
): Promise<void> {
  const overdue = await db
    .selectFrom('users')
    .select(['id', 'leaves_at'])
    .where('leaves_at', '<=', now)
    .orderBy('leaves_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const yieldIfBusy = createYielder()
  for (const { id, leaves_at } of overdue) {
    const payload = { userId: id, leavesAt: leaves_at }
    const dedupeKey = deletionJobKeys(id).deletion
    await enqueue(db, keys, { kind: 'account-deletion', payload, now, dedupeKey })
    await yieldIfBusy()
  }
}
