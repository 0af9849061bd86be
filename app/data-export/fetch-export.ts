import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { record } from '#app/platform/record.ts'

import { exportPlace } from './export-place.ts'

/** Hands out the account's export and writes down that it did. @throws Gone when there is none, or its time is over */
export async function fetchExport(
  db: Db,
  account: Account,
): Promise<{ path: string; bytes: number | null; madeAt: number }> {
  const { userId, now } = account
  return inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('data_exports')
      .select(['id', 'bytes', 'created_at'])
      .where('user_id', '=', userId)
      .where('state', '=', 'ready')
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (!found) throw new Gone()

    await record(tx, account, 'data-export.downloaded', { export: found.id })
    return { path: exportPlace(found.id).whole, bytes: found.bytes, madeAt: found.created_at }
  })
}
