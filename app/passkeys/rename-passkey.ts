import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { record } from '#app/platform/record.ts'

/** @throws NotFound when the account has no such passkey, whoever else has */
export async function renamePasskey(
  db: Db,
  account: Account,
  passkey: string,
  name: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', passkey)
      .where('user_id', '=', account.userId)
      .executeTakeFirst()
    if (!found) throw new NotFound()
    if (found.name === name) return

    await tx.updateTable('passkeys').set({ name }).where('id', '=', passkey).execute()
    await record(tx, account, 'passkey.renamed', { passkey, before: found.name, after: name })
  })
}
