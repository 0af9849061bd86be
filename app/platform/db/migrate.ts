import { setTimeout } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import { ConfigError } from '#app/platform/config/env-reader.ts'
import { Unavailable } from '#app/platform/errors.ts'

import { connect, type Database, type Db } from './connect.ts'
import * as foundation from './migrations/001-foundation.ts'
import * as twoFactor from './migrations/002-two-factor.ts'
import * as passkeys from './migrations/003-passkeys.ts'
import * as profilePhotos from './migrations/004-profile-photos.ts'
import * as knownDevices from './migrations/005-known-devices.ts'
import * as apiTokens from './migrations/006-api-tokens.ts'
import * as leaving from './migrations/007-leaving.ts'
import * as operator from './migrations/008-operator.ts'
import * as broadcasts from './migrations/009-broadcasts.ts'
import * as timeTravel from './migrations/010-time-travel.ts'
import * as chain from './migrations/011-chain.ts'
import * as countries from './migrations/012-countries.ts'
import * as signedSnapshots from './migrations/013-signed-snapshots.ts'
import * as leavingIndex from './migrations/014-leaving-index.ts'
import * as sessionEnds from './migrations/015-session-ends.ts'
import * as sessionsByUse from './migrations/016-sessions-by-use.ts'
import * as challengeClients from './migrations/017-challenge-clients.ts'
import * as pendingRecoveryCodes from './migrations/018-pending-recovery-codes.ts'
import * as sessionNames from './migrations/019-session-names.ts'
import * as tokenUses from './migrations/020-token-uses.ts'
import * as eventCountries from './migrations/021-event-countries.ts'
import { postgresCode } from './postgres-errors.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * In order of application. A released migration never changes: its name is stored in existing databases. From 016 on each has
 * a `down`, which undoes it.
 */
export const migrations: Migrations = {
  '001-foundation': foundation,
  '002-two-factor': twoFactor,
  '003-passkeys': passkeys,
  '004-profile-photos': profilePhotos,
  '005-known-devices': knownDevices,
  '006-api-tokens': apiTokens,
  '007-leaving': leaving,
  '008-operator': operator,
  '009-broadcasts': broadcasts,
  '010-time-travel': timeTravel,
  '011-chain': chain,
  '012-countries': countries,
  '013-signed-snapshots': signedSnapshots,
  '014-leaving-index': leavingIndex,
  '015-session-ends': sessionEnds,
  '016-sessions-by-use': sessionsByUse,
  '017-challenge-clients': challengeClients,
  '018-pending-recovery-codes': pendingRecoveryCodes,
  '019-session-names': sessionNames,
  '020-token-uses': tokenUses,
  '021-event-countries': eventCountries,
}

export type Migrations = Readonly<Record<string, Migration>>

interface Migration {
  up: MigrationStep
  /** Restores the schema as it was before; only what `up` added is lost. */
  down?: MigrationStep
}

type MigrationStep = <Tables>(db: Kysely<Tables>) => Promise<void>

export type MigrationsTable = { migrations: { name: string; applied_at: number } }

/** Wait for another process that is migrating. */
const maxLockWaitMs = 30_000
/** Wait for a database server that is still starting. */
const maxStartupWaitMs = 5000
/** Any number that all Foyer processes share. */
const advisoryLockId = 0x666f_7965

/**
 * Applies pending migrations, each in one transaction with its row in the `migrations` table. Processes that start together
 * wait for each other; each migration is applied once.
 *
 * @returns the names applied by this call
 * @throws ConfigError when the database cannot be reached, Unavailable when another process takes too long
 */
export async function migrate(
  database: Database,
  migrationList = migrations,
  waitTimeoutMs = maxLockWaitMs,
): Promise<string[]> {
  await waitForDatabase(database, performance.now() + Math.min(waitTimeoutMs, maxStartupWaitMs))
  if ((await pendingMigrations(database, migrationList)).length === 0) return []

  if (database.dialect === 'sqlite') return applyAll(database, migrationList, waitTimeoutMs)
  // The server's connections have a statement timeout, which a migration may exceed.
  const migrationDatabase = await connect(database.url, {
    waitTimeoutMs,
    statementTimeoutMs: 0,
    poolSize: 1,
  })
  return applyAll(migrationDatabase, migrationList, waitTimeoutMs).finally(() =>
    migrationDatabase.close(),
  )
}

async function applyAll(
  database: Database,
  migrationList: Migrations,
  waitTimeoutMs: number,
): Promise<string[]> {
  const deadline = performance.now() + waitTimeoutMs
  const applied: string[] = []
  for (const [name, { up }] of Object.entries(migrationList)) {
    if (await retryWhileBusy(() => applyOnce(database, name, up), deadline)) applied.push(name)
  }
  return applied
}

/** A single query waits as long as a request may; a migration waits longer. */
async function retryWhileBusy<T>(work: () => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isDatabaseBusy = error instanceof Unavailable && isBusy(error.cause)
      if (!isDatabaseBusy || performance.now() > deadline) throw error
    }
  }
}

export async function pendingMigrations(
  database: Database,
  migrationList = migrations,
): Promise<string[]> {
  const names = await appliedNames(database.db)
  return Object.keys(migrationList).filter((name) => !names.has(name))
}

async function waitForDatabase(database: Database, deadline: number): Promise<void> {
  for (let pauseMs = 100; ; pauseMs = Math.min(3000, pauseMs * 2)) {
    try {
      return await database.ping()
    } catch (error) {
      const shouldGiveUp = !(error instanceof Unavailable) || performance.now() + pauseMs > deadline
      if (shouldGiveUp)
        throw new ConfigError([`DATABASE_URL cannot be used: ${errorReason(error)}.`])
    }
    await setTimeout(pauseMs)
  }
}

function errorReason(error: unknown): string {
  const cause = error instanceof Unavailable ? error.cause : error
  return cause instanceof Error ? cause.message || postgresCode(cause) : 'it does not answer'
}

async function applyOnce(
  { db, dialect }: Database,
  name: string,
  up: MigrationStep,
): Promise<boolean> {
  const migrationsDb = db.withTables<MigrationsTable>()
  return migrationsDb.transaction().execute(async (tx) => {
    await lockMigrations(tx, dialect)
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()

    const inserted = await tx
      .insertInto('migrations')
      .values({ name, applied_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) return false

    await up(tx)
    return true
  })
}

/** Until the end of the transaction. On SQLite every transaction takes the single write lock when it begins. */
export async function lockMigrations<Tables>(
  tx: Kysely<Tables>,
  dialect: Database['dialect'],
): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLockId})`.execute(tx)
}

export async function appliedNames(db: Db): Promise<Set<string>> {
  try {
    const rows = await db
      .withTables<MigrationsTable>()
      .selectFrom('migrations')
      .select('name')
      .execute()
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (isMissingTable(error)) return new Set()
    throw error
  }
}

function isMissingTable(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return postgresCode(error) === '42P01' || message.includes('no such table: migrations')
}
