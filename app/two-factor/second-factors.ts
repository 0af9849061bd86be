import type { SecondFactor } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { authenticatorAppSince, parseSecondFactor } from '#app/platform/lib/second-factor.ts'

import type { ChallengeMethod } from './pages.ts'

export interface SecondFactors {
  /** Unix milliseconds; null without an authenticator app. */
  appSince: number | null
  /** When the oldest passkey or security key was added; null without one. */
  passkeySince: number | null
  passkeyCount: number
  recoveryCodesLeft: number
  /** The one asked for first: the owner's choice, otherwise the one added first. */
  preferred: SecondFactor
}

/** @returns null for an unknown account */
export async function secondFactors(db: Db, userId: string): Promise<SecondFactors | null> {
  const found = await db
    .selectFrom('users')
    .select(['two_factor_secret_sealed', 'two_factor_enabled_at', 'two_factor_app_added_at'])
    .select(({ selectFrom }) => [
      'preferred_second_factor',
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('passkey_count'),
      selectFrom('passkeys')
        .select(({ fn }) => fn.min('created_at').as('at'))
        .whereRef('user_id', '=', 'users.id')
        .as('passkey_since'),
      selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('codes_left'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!found) return null

  const appSince = authenticatorAppSince(found)
  const passkeySince = found.passkey_since === null ? null : Number(found.passkey_since)
  return {
    appSince,
    passkeySince,
    passkeyCount: Number(found.passkey_count),
    recoveryCodesLeft: Number(found.codes_left),
    preferred: preferredFactor(parseSecondFactor(found.preferred_second_factor), {
      appSince,
      passkeySince,
    }),
  }
}

function preferredFactor(
  chosen: SecondFactor | null,
  { appSince, passkeySince }: Pick<SecondFactors, 'appSince' | 'passkeySince'>,
): SecondFactor {
  if (appSince === null || passkeySince === null) return appSince === null ? 'passkey' : 'code'
  return chosen ?? (passkeySince < appSince ? 'passkey' : 'code')
}

/** The methods that complete a sign-in, the preferred one first. Empty without a second factor. */
export function challengeMethods(factors: SecondFactors): ChallengeMethod[] {
  const { appSince, passkeySince, recoveryCodesLeft, preferred } = factors
  const existing: ChallengeMethod[] = []
  if (passkeySince !== null) existing.push('passkey')
  if (appSince !== null) existing.push('code')
  const ordered = preferred === 'code' ? existing.toReversed() : existing
  return ordered.length > 0 && recoveryCodesLeft > 0 ? [...ordered, 'recovery-code'] : ordered
}
