import { z } from 'zod'

import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { password } from '#app/platform/form-fields.ts'
import { holdAccount } from '#app/platform/hold-account.ts'

/** The password does where nothing was confirmed recently. */
export const EndOtherSessionsForm = z.object({ password: password.optional() }).nullish()

/**
 * Ends every session of the account but the one that asks.
 *
 * @returns how many there were
 * @throws NotSignedIn when another session has just ended this one
 */
export async function endOtherSessions(db: Db, account: SessionAccount): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Of two sessions that end each other at once one stays.
    await holdAccount(tx, account.userId)
    const own = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', account.sessionId)
      .executeTakeFirst()
    if (!own) throw new NotSignedIn()
    return endSessions(tx, account, { by: 'other-session', why: 'ended' }, account.sessionId)
  })
}
