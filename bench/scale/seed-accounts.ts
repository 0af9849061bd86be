import { sql } from 'kysely'

import { documentVersions, readLegal } from '#app/legal/legal.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { createKeyring, type Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { connect, type Database } from '#app/platform/db/connect.ts'
import { keyMatchesDatabase } from '#app/platform/db/key-check.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { setSigningKeys, storeSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { day, hour } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { seedDatabase } from './seed-database.ts'

export const password = 'a row of quiet engines'
export const accountCount = 64

export function accountEmail(number: number): string {
  return `bench-${number}@example.com`
}

/** The cookie of a session of the account with this number. */
export function accountSecret(number: number): string {
  return String(number).padStart(43, 'p')
}

export interface SeedFigures {
  /** Microseconds to create an account, in one transaction with others. */
  accountUs: number
  bytes: number
}

/** Migrates and fills the database, and creates accounts that can sign in, with the product's own code. */
export async function seedAccounts(
  env: Record<string, string>,
  accounts: number,
): Promise<SeedFigures> {
  const config = readConfig(env)
  const database = await connect(config.databaseUrl, { statementTimeoutMs: 0 })
  await migrate(database)
  await seedDatabase(config.databaseUrl, accounts)
  const keys = createKeyring(config.appKeys)
  await keyMatchesDatabase(database.db, keys)
  setSigningKeys(database.db, keys)
  await storeSigningKeys(database.db, keys)
  const accountUs = await createAccounts(database, keys)
  const bytes = await databaseSize(database)
  await database.close()
  return { accountUs, bytes }
}

async function databaseSize({ db, dialect }: Database): Promise<number> {
  const query =
    dialect === 'sqlite'
      ? sql<Bytes>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<Bytes>`select pg_database_size(current_database()) as bytes`
  const { rows } = await query.execute(db)
  return Number(rows[0]?.bytes)
}

interface Bytes {
  bytes: number | string
}

async function createAccounts({ db }: Database, keys: Keyring): Promise<number> {
  const { terms, policy } = documentVersions(await readLegal())
  const password_hash = await hashPassword(password)
  const now = Date.now()
  const startedAt = performance.now()
  const ids = await db.transaction().execute(async (tx) => {
    const created: string[] = []
    for (let number = 0; number < accountCount; number++) {
      const email = accountEmail(number)
      const person = { name: 'Ada', email, isVerified: true, locale: null, password_hash }
      const origin = { ip: null, userAgent: null, now }
      created.push((await createUserAccount(tx, keys, origin, { ...person, terms, policy })) ?? '')
    }
    return created
  })
  const accountUs = ((performance.now() - startedAt) * 1000) / accountCount
  await db
    .insertInto('sessions')
    .values(ids.map((id, number) => sessionOf(id, number, now)))
    .execute()
  return accountUs
}

function sessionOf(user_id: string, number: number, now: number) {
  return {
    id: newId(),
    user_id,
    token_hash: hashSecret(accountSecret(number)),
    method: 'password',
    remembered: 1,
    ip: null,
    user_agent: null,
    country: null,
    created_at: now,
    last_active_at: now + hour,
    expires_at: now + day,
    ends_at: now + day,
    confirmed_at: now,
    carried_sealed: null,
  }
}
