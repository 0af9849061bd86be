import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

import type { QueryResult } from 'kysely'

import { ConfigError } from '#app/platform/environment.ts'
import { Unavailable } from '#app/platform/errors.ts'

import { isBusy, isDamaged, patiently } from './sqlite-errors.ts'

const mostStatements = 500

/** One handle on the file. Everything it does is synchronous and takes microseconds. */
export class SqliteHandle {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, Statement>()

  constructor(path: string, pragmas: string) {
    this.#db = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true })
    this.#db.exec(pragmas)
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  query<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns } = this.#prepare(sql)
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...parameters.map(inputValue))
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    const rows = this.rows<R>(sql, parameters)
    return { rows, numAffectedRows: BigInt(rows.length) }
  }

  rows<R>(sql: string, parameters: readonly unknown[]): R[] {
    const { statement, columns, empty } = this.#prepare(sql)
    const rows: unknown[] = statement.all(...parameters.map(inputValue))
    return rows.map((values) => record<R>(empty, columns, values))
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  close(): void {
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  /** Preparing costs more than running; the oldest statement makes room for a new one. */
  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    const empty = Object.fromEntries(columns.map((name) => [name, null]))
    const made = { statement, columns, empty }
    this.#statements.set(sql, made)
    const oldest = this.#statements.keys().next()
    if (this.#statements.size > mostStatements && !oldest.done)
      this.#statements.delete(oldest.value)
    return made
  }
}

interface Statement {
  statement: StatementSync
  /** Empty when it returns no rows. */
  columns: string[]
  /** A row without values. */
  empty: Row
}

type Row = Record<string, unknown>

/**
 * A plain object, as PostgreSQL's driver makes them; faster than letting node:sqlite make its own.
 *
 * @param empty  to begin with: a copy has room for all, where one that grows is moved several times. Where rows of many
 *   kinds are made, V8 copies them quicker with `assign` than with a spread
 * @param values  typed as a record, but `setReturnArrays` makes it an array
 */
function record<R>(empty: Row, columns: string[], values: unknown): R {
  const row = Object.assign({}, empty)
  if (!Array.isArray(values)) throw new TypeError('A row came as no array.')
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ''] = values[at]
  return row as R
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored.`)
}

const pragmas =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000'

export interface SqliteHandles {
  writer: SqliteHandle
  reader: SqliteHandle
}

/**
 * Opens the file, which is made on the first start, readable by its owner alone.
 *
 * @param until  how long other processes may stand in the way, on the clock of `performance.now()`
 * @throws ConfigError when it cannot be opened or is damaged: never is it replaced by an empty one
 */
export async function openSqlite(path: string, until: number): Promise<SqliteHandles> {
  try {
    closeSync(openSync(path, 'a', 0o600))
    const writer = await patiently(() => new SqliteHandle(path, pragmas), until)
    const reader = await patiently(
      () => new SqliteHandle(path, `${pragmas}; PRAGMA query_only = ON`),
      until,
    )
    return { writer, reader }
  } catch (error) {
    if (error instanceof Unavailable && isBusy(error.cause)) throw error
    throw new ConfigError([`DATABASE_URL cannot be used: ${path}: ${reason(error)}`])
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Unavailable ? error.cause : error
  if (isDamaged(cause)) return 'the file is damaged or no database. Restore it from a backup.'
  return cause instanceof Error ? `${cause.message}.` : 'it cannot be opened.'
}
