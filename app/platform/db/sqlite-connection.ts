import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

import type { QueryResult } from 'kysely'

import { ConfigError } from '#app/platform/config/env-reader.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { sqliteQueries } from '#app/platform/telemetry/trace-channels.ts'

import { isDatabaseBusy, isCorrupt, retryWhileBusy } from './sqlite-errors.ts'

const maxStatements = 500

/** One connection to the file. All methods are synchronous and take microseconds. */
export class SqliteConnection {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, CachedStatement>()

  constructor(path: string, pragmas: string) {
    this.#db = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true })
    this.#db.exec(pragmas)
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  query<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    return sqliteQueries.traceSync(() => this.#query<R>(sql, parameters), { sql })
  }

  rows<R>(sql: string, parameters: readonly unknown[]): R[] {
    // For this call alone, of every visit, entering an untraced channel would add 80 ns.
    if (!sqliteQueries.start.hasSubscribers) return this.#rows<R>(sql, parameters)
    return sqliteQueries.traceSync(() => this.#rows<R>(sql, parameters), { sql })
  }

  exec(sql: string): void {
    sqliteQueries.traceSync(() => this.#db.exec(sql), { sql })
  }

  close(): void {
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  #query<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns } = this.#prepare(sql)
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...parameters.map(toSqlValue))
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    const rows = this.#rows<R>(sql, parameters)
    return { rows, numAffectedRows: BigInt(rows.length) }
  }

  #rows<R>(sql: string, parameters: readonly unknown[]): R[] {
    const { statement, columns } = this.#prepare(sql)
    const rows: unknown[] = statement.all(...parameters.map(toSqlValue))
    return rows.map((values) => toRow<R>(columns, values))
  }

  /** Caches statements and evicts the oldest: preparing each time would make a page visit take 2.8 times as long. */
  #prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    const prepared = { statement, columns }
    this.#statements.set(sql, prepared)
    const oldest = this.#statements.keys().next()
    if (this.#statements.size > maxStatements && !oldest.done) this.#statements.delete(oldest.value)
    return prepared
  }
}

interface CachedStatement {
  statement: StatementSync
  columns: string[]
}

/**
 * Builds a plain object, as PostgreSQL's driver does; node:sqlite's own row objects, without a prototype, would add 8 % to a page visit.
 *
 * @param values  typed as a record, but `setReturnArrays` makes it an array
 */
function toRow<R>(columns: string[], values: unknown): R {
  const row: Record<string, unknown> = {}
  if (!Array.isArray(values)) throw new TypeError('SQLite returned a row that is not an array')
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index]
  return row as R
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

/** A 64 MB page cache fits the inner index pages of 2 million sessions. A small database uses less. */
const pragmas =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -64000'

export interface SqliteConnections {
  writer: SqliteConnection
  reader: SqliteConnection
  /** False once another process has deleted the write-ahead log (`-wal`) that these handles still write to. */
  hasWriteAheadLog(): boolean
}

/**
 * Opens the database file and creates it when missing.
 *
 * @param deadline  how long to wait for other processes, in terms of `performance.now()`
 * @throws ConfigError when the file cannot be opened or is damaged; it is never replaced by an empty one
 */
export async function openSqlite(path: string, deadline: number): Promise<SqliteConnections> {
  try {
    createIfMissing(path)
    const writer = await retryWhileBusy(() => new SqliteConnection(path, pragmas), deadline)
    const reader = await retryWhileBusy(
      () => new SqliteConnection(path, `${pragmas}; PRAGMA query_only = ON`),
      deadline,
    )
    // The first read creates the log.
    reader.query('select 1 from sqlite_schema', [])
    const wal = inodeOf(`${path}-wal`)
    return { writer, reader, hasWriteAheadLog: () => inodeOf(`${path}-wal`) === wal }
  } catch (error) {
    if (error instanceof Unavailable && isDatabaseBusy(error.cause)) throw error
    throw new ConfigError([`DATABASE_URL cannot be used: ${path}: ${errorReason(error)}`])
  }
}

/**
 * Creates the file with mode 600. Never opens an existing one: closing any descriptor of a file drops every POSIX lock that
 * this process holds on it, SQLite's own included (sqlite.org/howtocorrupt.html, 2.2).
 */
function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

function errorReason(error: unknown): string {
  const cause = error instanceof Unavailable ? error.cause : error
  if (isCorrupt(cause)) return 'the file is damaged or no database. Restore it from a backup.'
  return cause instanceof Error ? `${cause.message}.` : 'it cannot be opened.'
}
