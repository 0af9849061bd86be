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

import { isUnavailable, translated } from './postgres-errors.ts'

export interface PostgresSettings {
  poolSize: number
  /** How long a query may wait for a connection or a lock. */
  waitMs: number
  /** How long one statement may run; 0 for as long as it takes. */
  statementMs: number
  onCommit: () => void
  /** Told of connections that broke while nobody used them; the pool replaces them by itself. */
  onProblem: (error: Error) => void
}

/** PostgreSQL for Kysely, with limits on all waiting and every outage told as `Unavailable`. */
export function postgresDialect(url: string, settings: PostgresSettings): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(poolFor(url, settings), settings.onCommit),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function poolFor(url: string, { statementMs, waitMs, poolSize, onProblem }: PostgresSettings) {
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: 10_000,
    // A server that hangs cannot end a statement; then we do, a little later.
    ...(statementMs && { statement_timeout: statementMs, query_timeout: statementMs + 1000 }),
    types: { getTypeParser },
  })
  // Without listeners the process would end with the connection, be it idle or between two queries.
  pool.on('error', onProblem)
  pool.on('connect', (client) => client.on('error', onProblem))
  return pool
}

const int8 = 20

/** Counts and times are whole numbers far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 ? Number : types.getTypeParser(oid, format)
}

class PooledDriver implements Driver {
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
      throw translated(error)
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

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** One that broke refuses at once instead of waiting again, and does not go back to the pool. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #onCommit: () => void
  #broke: unknown = null
  #isInTransaction = false

  constructor(client: PoolClient, onCommit: () => void) {
    this.#client = client
    this.#onCommit = onCommit
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#run(sql, parameters)
    if (!changes.has(command)) return { rows: rows as R[] }
    if (rowCount && !this.#isInTransaction) this.#onCommit()
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    await this.#run(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    const { command } = await this.#run('commit')
    this.#isInTransaction = false
    // So it answers when a statement failed and the failure was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back.')
    this.#onCommit()
  }

  async rollback(): Promise<void> {
    await this.#run('rollback')
    this.#isInTransaction = false
  }

  async #run(sql: string, parameters: readonly unknown[] = []) {
    if (this.#broke) throw this.#broke
    try {
      return await this.#client.query<Record<string, unknown>>(sql, [...parameters])
    } catch (error) {
      const seen = translated(error)
      if (isUnavailable(error) === 'connection') this.#broke = seen
      throw seen
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Answers are not streamed. Read page by page.')
  }

  release(): void {
    this.#client.release(this.#broke !== null)
  }
}
