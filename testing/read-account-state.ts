import type { AccountState } from '#app/account-events.ts'
import { newestToken } from '#app/platform/auth/one-time-tokens.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { parseSecondFactor } from '#app/platform/lib/second-factor.ts'

import type { TestApp } from './test-app.ts'
import { testFeatures } from './test-features.ts'

/** The state of the only account, read from the tables. `then` replaces times that only events record. */
export async function readAccountState(foyer: TestApp): Promise<AccountState> {
  const { app, db, clock } = foyer
  const now = clock.now()
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const query = { userId: user.id, purpose: 'email-change', now } as const
  const pending = await newestToken(db, app.keys, query)
  const codes = await db.selectFrom('recovery_codes').select('user_id').execute()
  const passkeys = await db.selectFrom('passkeys').selectAll().execute()
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .execute()
  const featureStates = await Promise.all(
    testFeatures.map((feature) => feature.accountState?.(foyer)),
  )

  return {
    ...pickProfile(user),
    email: user.email,
    emailVerifiedAt: toIso(user.email_verified_at),
    pendingEmail: pending && { email: pending.payload ?? '', endsAt: toIso(pending.expiresAt) },
    photo: user.photo_id,
    passwordSince: user.password_hash === null ? null : 'then',
    twoFactorSince: toIso(user.two_factor_enabled_at),
    authenticatorAppSince: toIso(user.two_factor_app_added_at),
    preferredFactor: parseSecondFactor(user.preferred_second_factor),
    role: user.role,
    recoveryCodes: codes.length,
    passkeys: indexById(passkeys, ({ name, created_at, second_factor_only }) => ({
      name,
      kind: null,
      addedAt: toIso(created_at),
      secondFactorOnly: second_factor_only === 1,
    })),
    sessions: indexById(sessions, (row) => ({
      method: row.method,
      remembered: row.remembered === 1,
      startedAt: toIso(row.created_at),
      confirmedAt: toIso(row.confirmed_at),
      endsAt: toIso(Math.min(row.expires_at, row.ends_at)),
    })),
    ...Object.assign({}, ...featureStates),
    termsVersion: user.terms_version,
    termsSince: user.terms_version && 'then',
    policyVersion: user.policy_version,
    policySince: user.policy_version && 'then',
    lockedSince: toIso(user.locked_at),
    erasedAt: toIso(user.leaves_at),
  }
}

function indexById<Row extends { id: string }, Entry>(rows: Row[], toEntry: (row: Row) => Entry) {
  return Object.fromEntries(rows.map((row) => [row.id, toEntry(row)]))
}
