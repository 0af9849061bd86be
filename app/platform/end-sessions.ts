import type { AccountEvents } from '#app/events.ts'
import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ranOut } from '#app/platform/ran-out.ts'
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
    .returning(['id', 'expires_at', 'ends_at'])
    .execute()
  for (const { id, ...ends } of ended.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const end = { session: id, by, why, ...ranOut(ends, account.now) }
    await record(tx, account, 'session.ended', end)
  }
  return ended.length
}
