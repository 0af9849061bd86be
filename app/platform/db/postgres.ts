import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Pool, type PoolClient, types } from 'pg'

import { classifyOutage, toUnavailable } from './postgres-errors.ts'

export interface PostgresSettings {
  poolSize: number
  waitTimeoutMs: number
  statementTimeoutMs: number
  onCommit: () => void
  /** Called for connections that broke while idle; the pool replaces them. */
  onConnectionError: (error: Error) => void
}

/** Kysely dialect for PostgreSQL. Every wait has a timeout, and every outage becomes `Unavailable`. */
export function postgresDialect(url: string, settings: PostgresSettings): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(createPool(url, settings), settings.onCommit),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function createPool(
  url: string,
  { statementTimeoutMs, waitTimeoutMs, poolSize, onConnectionError }: PostgresSettings,
) {
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: poolSize,
    connectionTimeoutMillis: waitTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    lock_timeout: waitTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    // A hanging server cannot cancel a statement; the client gives up a second later.
    ...(statementTimeoutMs && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 1000,
    }),
    types: { getTypeParser },
  })
  // Without listeners a broken connection would crash the process, both in the pool and between two queries.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return pool
}

const int8Oid = 20

/** Parses bigint as a number: counts and times are far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8Oid ? Number : types.getTypeParser(oid, format)
}

class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #onCommit: () => void

  constructor(pool: Pool, onCommit: () => void) {
    this.#pool = pool
    this.#onCommit = onCommit
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#onCommit)
    } catch (error) {
      throw toUnavailable(error)
    }
  }

  beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings)
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A broken connection fails immediately instead of waiting again, and does not return to the pool. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #onCommit: () => void
  #fatalError: unknown = null
  #isInTransaction = false

  constructor(client: PoolClient, onCommit: () => void) {
    this.#client = client
    this.#onCommit = onCommit
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#query(sql, parameters)
    if (!writeCommands.has(command)) return { rows: rows as R[] }
    if (rowCount && !this.#isInTransaction) this.#onCommit()
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    await this.#query(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    const { command } = await this.#query('commit')
    this.#isInTransaction = false
    // PostgreSQL answers a commit with ROLLBACK when a statement failed and the error was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction failed and was rolled back')
    this.#onCommit()
  }

  async rollback(): Promise<void> {
    await this.#query('rollback')
    this.#isInTransaction = false
  }

  async #query(sql: string, parameters: readonly unknown[] = []) {
    if (this.#fatalError) throw this.#fatalError
    try {
      return await this.#client.query<Record<string, unknown>>(sql, [...parameters])
    } catch (error) {
      const translatedError = toUnavailable(error)
      if (classifyOutage(error) === 'connection') this.#fatalError = translatedError
      throw translatedError
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: paginate instead')
  }

  release(): void {
    this.#client.release(this.#fatalError !== null)
  }
}
