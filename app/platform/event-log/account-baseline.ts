import type { AccountBaseline } from '#app/account-events.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { authenticatorAppSince, parseSecondFactor } from '#app/platform/lib/second-factor.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

/** A feature with its own part of the account's state. */
export interface BaselineSource {
  baseline?(tx: Tx, userId: string): Promise<Partial<AccountBaseline>>
}

/** The account's current state from the tables: the start of a log that is not chained from the account's creation. */
export async function accountBaseline(
  tx: Tx,
  userId: string,
  features: readonly BaselineSource[],
): Promise<AccountBaseline> {
  const baseline = await coreBaseline(tx, userId)
  for (const feature of features) Object.assign(baseline, await feature.baseline?.(tx, userId))
  // Complete as long as every collection has its feature; the compiler cannot add them up.
  return baseline as AccountBaseline
}

async function coreBaseline(tx: Tx, userId: string): Promise<Partial<AccountBaseline>> {
  const user = await tx
    .selectFrom('users')
    .select([...profileFieldNames, 'email', 'email_verified_at', 'photo_id'])
    .select(['terms_version', 'policy_version', 'leaves_at', 'locked_at'])
    .select(['password_hash', 'two_factor_enabled_at', 'two_factor_secret_sealed'])
    .select(['two_factor_app_added_at', 'preferred_second_factor', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const recoveryCodes = await countRows(
    tx.selectFrom('recovery_codes').where('user_id', '=', userId),
  )

  return {
    ...pickProfile(user),
    email: user.email,
    emailVerifiedAt: toIso(user.email_verified_at),
    photo: user.photo_id,
    hasPassword: user.password_hash !== null,
    twoFactorSince: toIso(user.two_factor_enabled_at),
    authenticatorAppSince: toIso(authenticatorAppSince(user)),
    preferredFactor: parseSecondFactor(user.preferred_second_factor),
    role: user.role,
    recoveryCodes,
    sessions: await baselineSessions(tx, userId),
    termsVersion: user.terms_version,
    policyVersion: user.policy_version,
    lockedSince: toIso(user.locked_at),
    erasedAt: toIso(user.leaves_at),
  }
}

async function baselineSessions(tx: Tx, userId: string): Promise<AccountBaseline['sessions']> {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'method', 'remembered', 'created_at', 'confirmed_at', 'ends_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return Object.fromEntries(
    rows.map(({ id, method, remembered, ...row }) => [
      id,
      {
        method,
        remembered: remembered === 1,
        startedAt: toIso(row.created_at),
        confirmedAt: toIso(row.confirmed_at),
        endsAt: toIso(row.ends_at),
      },
    ]),
  )
}
