import type { SessionAccount } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { record } from '#app/platform/record.ts'

/** Asks again from now on, before anything that wants a confirmation. */
export async function endConfirmation(tx: Tx, account: SessionAccount): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('id', '=', account.sessionId)
    .where('confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await record(tx, account, 'session.confirmation-ended', { session: account.sessionId })
}
