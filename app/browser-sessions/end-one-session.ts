import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { endSession } from '#app/platform/sessions.ts'

/**
 * Ends one session of the account. One that has ended already is as good as ended.
 *
 * @throws NotFound when the account never had such a session
 */
export async function endOneSession(db: Db, account: Account, session: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const began = await tx
      .selectFrom('events')
      .select('seq')
      .where('user_id', '=', account.userId)
      .where('type', '=', 'session.started')
      .where('session_id', '=', session)
      .executeTakeFirst()
    if (!began) throw new NotFound()
    const by = account.sessionId === session ? 'person' : 'other-session'
    await endSession(tx, account, session, { by, why: 'ended' })
  })
}
