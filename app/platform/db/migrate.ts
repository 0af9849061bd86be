import { setTimeout } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import { ConfigError } from '#app/platform/config/env-reader.ts'
import { Unavailable } from '#app/platform/errors.ts'

import { connect, type Database, type Db } from './connect.ts'
import { type Migrations, type MigrationStep, migrations } from './migrations.ts'
import { postgresCode } from './postgres-errors.ts'
import { isDatabaseBusy } from './sqlite-errors.ts'

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
  const migrationDatabase = await connect(database.sessionUrl, {
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
      const isWaiting = error instanceof Unavailable && isDatabaseBusy(error.cause)
      if (!isWaiting || performance.now() > deadline) throw error
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

const poolerProblem =
  'DATABASE_URL leads to a connection pooler: set DATABASE_SESSION_URL to the address of PostgreSQL itself.'

async function waitForDatabase(database: Database, deadline: number): Promise<void> {
  for (let pauseMs = 100; ; pauseMs = Math.min(3000, pauseMs * 2)) {
    try {
      return await database.ping()
    } catch (error) {
      if (errorReason(error).startsWith('unsupported startup parameter'))
        throw new ConfigError([poolerProblem])
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

/** Locks migrations until the end of the transaction. On SQLite every transaction takes the single write lock when it begins. */
export async function lockMigrations<Tables>(
  tx: Kysely<Tables>,
  dialect: Database['dialect'],
): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLockId})`.execute(tx)
}

/** The names of all applied migrations, also those of newer versions. */
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
