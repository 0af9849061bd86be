import type { AccountState } from '#app/pages.ts'
import { moment } from '#app/platform/moment.ts'
import { newestToken } from '#app/platform/one-time-tokens.ts'
import type { Product } from '#testing/product.ts'

/** What the tables say of the only account there is. When its password was chosen, and what was agreed to, they do not know: that is `then`. */
export async function liveState({ app, db, clock }: Product): Promise<AccountState> {
  const now = clock.now()
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const wanted = { userId: user.id, purpose: 'email-change', now } as const
  const pending = await newestToken(db, app.keys, wanted)
  const codes = await db.selectFrom('recovery_codes').select('user_id').execute()
  const passkeys = await db.selectFrom('passkeys').select(['id', 'name', 'created_at']).execute()
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .execute()
  const tokens = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute()

  return {
    name: user.name,
    email: user.email,
    emailVerifiedAt: moment(user.email_verified_at),
    pendingEmail: pending && { email: pending.payload ?? '', endsAt: moment(pending.expiresAt) },
    photo: user.photo_id,
    locale: user.locale,
    timezone: user.timezone,
    passwordSince: user.password_hash === null ? null : 'then',
    twoFactorSince: moment(user.two_factor_enabled_at),
    recoveryCodes: codes.length,
    passkeys: byId(passkeys, ({ name, created_at }) => ({
      name,
      kind: null,
      addedAt: moment(created_at),
    })),
    sessions: byId(sessions, (it) => ({
      method: it.method,
      remembered: it.remembered === 1,
      startedAt: moment(it.created_at),
      confirmedAt: moment(it.confirmed_at),
      endsAt: moment(Math.min(it.expires_at, it.ends_at)),
    })),
    tokens: byId(tokens, (it) => ({
      name: it.name,
      permissions: JSON.parse(it.permissions),
      networks: JSON.parse(it.networks),
      createdAt: moment(it.created_at),
      endsAt: moment(it.expires_at),
    })),
    termsVersion: user.terms_version,
    termsSince: user.terms_version && 'then',
    policyVersion: user.policy_version,
    policySince: user.policy_version && 'then',
    lockedSince: moment(user.locked_at),
    erasedAt: moment(user.leaves_at),
  }
}

function byId<Row extends { id: string }, Shown>(rows: Row[], show: (row: Row) => Shown) {
  return Object.fromEntries(rows.map((row) => [row.id, show(row)]))
}
