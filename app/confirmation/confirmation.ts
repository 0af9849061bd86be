import type { Confirmation, ConfirmationWay } from '#app/pages.ts'
import { hasPasskey } from '#app/passkeys/passkeys.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { minute } from '#app/platform/durations.ts'
import { isConfirmed } from '#app/platform/is-confirmed.ts'
import { moment } from '#app/platform/moment.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

/** By what the account's owner can confirm that it is them, the most usual first. */
export async function confirmationWays(
  db: Db,
  { userId }: Pick<Account, 'userId'>,
): Promise<ConfirmationWay[]> {
  const { password_hash, two_factor_enabled_at } = await db
    .selectFrom('users')
    .select(['password_hash', 'two_factor_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const ways: ConfirmationWay[] = password_hash === null ? [] : ['password']
  if (await hasPasskey(db, userId)) ways.push('passkey')
  if (two_factor_enabled_at !== null) ways.push('code')
  return ways
}

/** How long, of so many minutes, the last confirmation still counts. */
export function confirmation(
  person: Pick<SignedIn, 'confirmed_at'>,
  now: number,
  minutes: number,
): Omit<Confirmation, 'ways'> {
  const { confirmed_at } = person
  if (confirmed_at === null || !isConfirmed(person, now, minutes)) {
    return { confirmed: false, endsAt: null }
  }
  return { confirmed: true, endsAt: moment(confirmed_at + minutes * minute) }
}
