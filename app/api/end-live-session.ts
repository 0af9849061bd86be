import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { endSession } from '#app/platform/sessions.ts'

/** Signs one browser of the account out. @throws NotFound when the account has no such session, or no longer */
export async function endLiveSession(db: Db, account: Account, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', account.userId)
      .executeTakeFirst()
    if (!session) throw new NotFound()
    await endSession(tx, account, id, { by: 'token', why: 'ended' })
  })
}
