import type { z } from 'zod'

import type { Attribute } from '#app/attributes.ts'
import { declaredAttributes } from '#app/custom-attributes/custom-attributes.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginate } from '#app/platform/validation/api-schemas.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import type { ManagedUser, UserQuery, UserSummary } from './schemas.ts'

/**
 * A page of accounts, newest first. Ids are UUIDv7, so what is created or deleted between requests shifts no page, and the cost
 * does not grow with the accounts.
 */
export async function listUsers(
  db: Db,
  { cursor, limit, email, status, role }: z.output<typeof UserQuery>,
): Promise<{ data: UserSummary[]; next_cursor: string | null }> {
  const owner = email === undefined ? null : await emailOwner(db, emailKey(email))
  if (email !== undefined && !owner) return { data: [], next_cursor: null }
  let query = selectUsers(db)
    .$if(status === 'verified', (query) => query.where('email_verified_at', 'is not', null))
    .$if(status === 'unverified', (query) => query.where('email_verified_at', 'is', null))
    .$if(status === 'locked', (query) => query.where('locked_at', 'is not', null))
    .$if(status === 'deleting', (query) => query.where('leaves_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (owner) query = query.where('id', '=', owner.id)
  if (role !== undefined) query = query.where('role', '=', role)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return paginate(await query.execute(), limit, serializeUser)
}

/** @throws NotFound */
export async function showUser(
  db: Db,
  attributes: readonly Attribute[],
  userId: string,
): Promise<ManagedUser> {
  const row = await selectUsers(db)
    .select([
      'two_factor_enabled_at',
      ({ eb }) => eb('password_hash', 'is not', null).as('has_password'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new NotFound()
  return {
    ...serializeUser(row),
    has_password: Boolean(row.has_password),
    two_factor_since: toIso(row.two_factor_enabled_at),
    attributes: await declaredAttributes(db, attributes, userId),
  }
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', 'locale', 'role'])
    .select(['locked_at', 'leaves_at', 'created_at'])
}

function serializeUser(row: UserRow): UserSummary {
  const { id, name, email, locale, role } = row
  return {
    id,
    name,
    email,
    email_verified_at: toIso(row.email_verified_at),
    locale,
    role,
    locked_at: toIso(row.locked_at),
    erased_at: toIso(row.leaves_at),
    created_at: toIso(row.created_at),
  }
}
