import type { Account } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { stuckMs } from './export-place.ts'

/**
 * Asks for a new export in place of the last one. While one is being made, nothing happens.
 *
 * @param allow  counts the try, and throws when there were too many; of clicks at the same moment only one is a try
 */
export async function requestExport(
  { db, keys }: Pick<Means, 'db' | 'keys'>,
  account: Account,
  allow: () => Promise<void>,
): Promise<void> {
  const { userId, now } = account
  const fresh = {
    id: newId(),
    state: 'working',
    done: 0,
    total: 0,
    bytes: null,
    created_at: now,
    touched_at: now,
    expires_at: null,
  } as const

  // A transaction that has to begin anew is no second try.
  let allowed: Promise<void> | undefined
  await inTransaction(db, async (tx) => {
    const made = await tx
      .insertInto('data_exports')
      .values({ user_id: userId, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(fresh)
          .where((it) =>
            it.or([
              it('data_exports.state', '!=', 'working'),
              it('data_exports.touched_at', '<', now - stuckMs),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await (allowed ??= allow())

    await record(tx, account, 'data-export.requested', { export: made.id })
    const payload = { userId, exportId: made.id }
    const dedupeKey = `data-export:${made.id}:${userId}`
    await enqueue(tx, keys, { kind: 'data-export', payload, now, dedupeKey })
  })
}
