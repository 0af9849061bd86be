import type { AccountBaseline } from '#app/events.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/** The account's current state from the tables: the start of a log that is not chained from the account's creation. */
export async function accountBaseline(tx: Tx, userId: string): Promise<AccountBaseline> {
  const user = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_verified_at', 'locale', 'timezone', 'photo_id'])
    .select(['terms_version', 'policy_version', 'leaves_at', 'locked_at'])
    .select(['password_hash', 'two_factor_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const recoveryCodes = await tx
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

  return {
    name: user.name,
    email: user.email,
    emailVerifiedAt: toIso(user.email_verified_at),
    photo: user.photo_id,
    locale: user.locale,
    timezone: user.timezone,
    hasPassword: user.password_hash !== null,
    twoFactorSince: toIso(user.two_factor_enabled_at),
    recoveryCodes: Number(recoveryCodes.count),
    passkeys: await baselinePasskeys(tx, userId),
    sessions: await baselineSessions(tx, userId),
    tokens: await baselineTokens(tx, userId),
    termsVersion: user.terms_version,
    policyVersion: user.policy_version,
    lockedSince: toIso(user.locked_at),
    erasedAt: toIso(user.leaves_at),
  }
}

async function baselinePasskeys(tx: Tx, userId: string): Promise<AccountBaseline['passkeys']> {
  const rows = await tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return Object.fromEntries(
    rows.map(({ id, name, created_at }) => [id, { name, addedAt: toIso(created_at) }]),
  )
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

async function baselineTokens(tx: Tx, userId: string): Promise<AccountBaseline['tokens']> {
  const rows = await tx
    .selectFrom('api_tokens')
    .select(['id', 'name', 'permissions', 'networks', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return Object.fromEntries(
    rows.map(({ id, name, permissions, networks, ...row }) => [
      id,
      {
        name,
        permissions: JSON.parse(permissions),
        networks: JSON.parse(networks),
        createdAt: toIso(row.created_at),
        endsAt: toIso(row.expires_at),
      },
    ]),
  )
}
