import { type ExpressionBuilder, PostgresAdapter, sql } from 'kysely'

import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'

interface AddressFilter {
  /** Excludes addresses that only receive recovery mails. */
  signsIn: boolean
}

/** The condition on `users` that an address is the account's primary or an additional one. */
export function hasAddress(emailKey: string, { signsIn }: AddressFilter = { signsIn: false }) {
  return ({ eb, or, selectFrom }: ExpressionBuilder<Schema, 'users'>) => {
    const additional = selectFrom('additional_addresses')
      .select('additional_addresses.user_id')
      .where('additional_addresses.email_key', '=', emailKey)
      .$if(signsIn, (query) => query.where('is_recovery_only', '=', 0))
    return or([eb('users.email_key', '=', emailKey), eb('users.id', '=', additional)])
  }
}

/** The account of an address, whose spelling and proof are those of the address, not of the account's primary one. */
export async function emailOwner(db: Db, emailKey: string, filter?: AddressFilter) {
  const owner = await db
    .selectFrom('users')
    .leftJoin('additional_addresses as additional', (join) =>
      join.onRef('additional.user_id', '=', 'users.id').on('additional.email_key', '=', emailKey),
    )
    .select(['users.id', 'name', 'locale', 'timezone', 'users.email', 'email_verified_at'])
    .select('locked_at')
    .select(({ eb }) => eb('password_hash', 'is not', null).as('hasPassword'))
    .select(['additional.email as additionalEmail', 'additional.created_at as additionalSince'])
    .where(hasAddress(emailKey, filter))
    .executeTakeFirst()
  if (!owner) return undefined
  const { additionalEmail, additionalSince, ...user } = owner
  return {
    ...user,
    hasPassword: Boolean(user.hasPassword),
    isPrimary: additionalEmail === null,
    email: additionalEmail ?? user.email,
    email_key: emailKey,
    email_verified_at: additionalSince ?? user.email_verified_at,
  }
}

/** Returns the keys of those addresses that an account has, as its primary or an additional one. */
export async function takenEmailKeys(db: Db, emailKeys: readonly string[]): Promise<string[]> {
  const additional = db.selectFrom('additional_addresses').select('email_key')
  const rows = await db
    .selectFrom('users')
    .select('email_key')
    .where('email_key', 'in', emailKeys)
    .unionAll(additional.where('email_key', 'in', emailKeys))
    .execute()
  return rows.map(({ email_key }) => email_key)
}

/**
 * Makes concurrent transactions that give an address to an account wait for each other, because no unique key spans both tables.
 * SQLite has one writer at a time. The lock is of the schema, because such locks are shared by a whole PostgreSQL database.
 */
export async function lockEmailKeys(tx: Tx, emailKeys: readonly string[]): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const key of emailKeys.toSorted())
    await sql`
      select pg_advisory_xact_lock(hashtextextended(concat(current_schema(), ' ', ${key}::text), 0))`.execute(
      tx,
    )
}

/**
 * Frees an address to become the account's primary one, by removing it from its additional ones.
 *
 * @returns false when it is an additional address of another account; another's primary one violates the unique key
 */
export async function claimPrimaryAddress(
  tx: Tx,
  actor: Actor,
  emailKey: string,
): Promise<boolean> {
  await lockEmailKeys(tx, [emailKey])
  const additional = await tx
    .selectFrom('additional_addresses')
    .select(['id', 'user_id', 'email'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (!additional) return true
  if (additional.user_id !== actor.userId) return false
  await tx.deleteFrom('additional_addresses').where('id', '=', additional.id).execute()
  const { id: address, email } = additional
  await recordEvent(tx, actor, 'email-address.removed', { address, email })
  return true
}

export interface AdditionalAddress {
  id: string
  email: string
  isRecoveryOnly: boolean
  /** Unix milliseconds. */
  createdAt: number
}

/** The proved addresses beside the primary one, the oldest first. */
export function additionalAddresses(db: Db, userId: string): MaybePromise<AdditionalAddress[]> {
  return whenReady(addressRows(db, { userId }), (rows) =>
    rows.map(({ is_recovery_only, created_at, ...row }) => ({
      ...row,
      isRecoveryOnly: is_recovery_only === 1,
      createdAt: created_at,
    })),
  )
}

const addressRows = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('additional_addresses')
    .select(['id', 'email', 'is_recovery_only', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id'),
)

/** The keys of the additional addresses, and of the primary one if it is verified. */
export async function provedEmailKeys(db: Db, userId: string): Promise<string[]> {
  const { email_key, email_verified_at } = await db
    .selectFrom('users')
    .select(['email_key', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const additional = await db
    .selectFrom('additional_addresses')
    .select('email_key')
    .where('user_id', '=', userId)
    .execute()
  const keys = additional.map((row) => row.email_key)
  return email_verified_at === null ? keys : [email_key, ...keys]
}
