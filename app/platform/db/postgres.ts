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
  /** How long a query may wait for a connection or a lock. */
  waitTimeoutMs: number
  /** How long one statement may run; 0 for as long as it takes. */
  statementTimeoutMs: number
  onCommit: () => void
  /** Told of connections that broke while nobody used them; the pool replaces them by itself. */
  onConnectionError: (error: Error) => void
}

/** PostgreSQL for Kysely, with limits on all waiting and every outage told as `Unavailable`. */
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
    // A server that hangs cannot end a statement; then we do, a little later.
    ...(statementTimeoutMs && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 1000,
    }),
    types: { getTypeParser },
  })
  // Without listeners the process would end with the connection, be it idle or between two queries.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return pool
}

const int8Oid = 20

/** Counts and times are whole numbers far below 2^53. */
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

/** One that broke refuses at once instead of waiting again, and does not go back to the pool. */
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
    // So it answers when a statement failed and the failure was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back.')
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
    throw new Error('Answers are not streamed. Read page by page.')
  }

  release(): void {
    this.#client.release(this.#fatalError !== null)
  }
}
