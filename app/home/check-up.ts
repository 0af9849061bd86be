import type { QueryCreator } from 'kysely'

import type { WeakSpot } from '#app/pages.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

const manySessions = 5
const fewCodes = 3

/** What leaves the account weaker than it could be, the most pressing first. */
export function weakSpots(person: SignedIn, found: Counts, sessions: number): WeakSpot[] {
  const count = (of: keyof Counts) => Number(found[of])
  const hasSecondFactor = person.two_factor_enabled_at !== null
  const passkeys = count('passkeys')

  const spots: [WeakSpot, boolean][] = [
    ['address', person.email_verified_at === null],
    ['address-change', count('address_changes') > 0],
    ['second-factor', !hasSecondFactor && passkeys === 0],
    ['recovery-codes', hasSecondFactor && count('recovery_codes') <= fewCodes],
    ['no-password', count('passwords') === 0 && passkeys < 2],
    ['passkey', passkeys === 0],
    ['one-passkey', passkeys === 1 && count('passwords') > 0],
    ['sessions', sessions > manySessions],
    ['tokens-without-end', count('lasting_tokens') > 0],
    ['tokens-unused', count('unused_tokens') > 0],
  ]
  return spots.filter(([, isOpen]) => isOpen).map(([spot]) => spot)
}

/** How many of each there are; PostgreSQL counts in text. */
export type Counts = Record<
  | 'unused_tokens'
  | 'lasting_tokens'
  | 'address_changes'
  | 'passkeys'
  | 'recovery_codes'
  | 'passwords',
  number | string | null
>

/** A query with one row, the counts of one account. @param unusedSince  a token not used since then counts as unused */
export function countsFrom(
  from: QueryCreator<Schema>,
  { user, now, unusedSince }: { user: string; now: number; unusedSince: number },
) {
  return from
    .selectFrom('users')
    .select((it) => [
      it
        .selectFrom('api_tokens')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('api_tokens.user_id', '=', 'users.id')
        .where('revoked_at', 'is', null)
        .where((token) =>
          token.or([token('expires_at', 'is', null), token('expires_at', '>', now)]),
        )
        .where(({ fn }) => fn.coalesce('last_used_at', 'api_tokens.created_at'), '<', unusedSince)
        .as('unused_tokens'),
      it
        .selectFrom('api_tokens')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('api_tokens.user_id', '=', 'users.id')
        .where('revoked_at', 'is', null)
        .where('expires_at', 'is', null)
        .as('lasting_tokens'),
      it
        .selectFrom('one_time_tokens')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('one_time_tokens.user_id', '=', 'users.id')
        .where('purpose', '=', 'email-change')
        .where('expires_at', '>', now)
        .as('address_changes'),
      it
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
      it
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('recovery_codes.user_id', '=', 'users.id')
        .as('recovery_codes'),
      it
        .selectFrom('users as same')
        .select(({ fn }) => fn.count<number | string>('same.password_hash').as('count'))
        .whereRef('same.id', '=', 'users.id')
        .as('passwords'),
    ])
    .where('users.id', '=', user)
}
