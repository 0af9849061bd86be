import type { AccountEvents } from '#app/events.ts'
import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { record } from '#app/platform/record.ts'

/**
 * Ends the account's sessions, each on the record.
 *
 * @param but  the one that stays
 * @returns how many there were
 */
export async function endSessions(
  tx: Tx,
  account: Account,
  { by, why }: Omit<AccountEvents['session.ended'], 'session'>,
  but: string | null = null,
): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', account.userId)
    .$if(but !== null, (query) => query.where('id', '!=', but ?? ''))
    .returning('id')
    .execute()
  for (const { id } of ended.toSorted((a, b) => a.id.localeCompare(b.id))) {
    await record(tx, account, 'session.ended', { session: id, by, why })
  }
  return ended.length
}
