import type { AccountAsFound } from '#app/events.ts'

import type { Tx } from './db/connect.ts'
import { moment } from './moment.ts'

/** What the tables say of an account: where a record begins that was not chained from the account's own beginning. */
export async function asFound(tx: Tx, userId: string): Promise<AccountAsFound> {
  const user = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_verified_at', 'locale', 'timezone', 'photo_id'])
    .select(['terms_version', 'policy_version', 'leaves_at', 'locked_at'])
    .select(['password_hash', 'two_factor_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const codes = await tx
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

  return {
    name: user.name,
    email: user.email,
    emailVerifiedAt: moment(user.email_verified_at),
    photo: user.photo_id,
    locale: user.locale,
    timezone: user.timezone,
    hasPassword: user.password_hash !== null,
    twoFactorSince: moment(user.two_factor_enabled_at),
    recoveryCodes: Number(codes.left),
    passkeys: await passkeys(tx, userId),
    sessions: await sessions(tx, userId),
    tokens: await tokens(tx, userId),
    termsVersion: user.terms_version,
    policyVersion: user.policy_version,
    lockedSince: moment(user.locked_at),
    erasedAt: moment(user.leaves_at),
  }
}

async function passkeys(tx: Tx, userId: string): Promise<AccountAsFound['passkeys']> {
  const rows = await tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return Object.fromEntries(
    rows.map(({ id, name, created_at }) => [id, { name, addedAt: moment(created_at) }]),
  )
}

async function sessions(tx: Tx, userId: string): Promise<AccountAsFound['sessions']> {
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
        startedAt: moment(row.created_at),
        confirmedAt: moment(row.confirmed_at),
        endsAt: moment(row.ends_at),
      },
    ]),
  )
}

async function tokens(tx: Tx, userId: string): Promise<AccountAsFound['tokens']> {
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
        createdAt: moment(row.created_at),
        endsAt: moment(row.expires_at),
      },
    ]),
  )
}
