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

import { postgresQueries } from '#app/platform/telemetry/trace-channels.ts'

import { classifyOutage, toUnavailable } from './postgres-errors.ts'
import { retryConflicts } from './retry-conflicts.ts'

export interface PostgresSettings {
  /** A pooler in transaction mode: each transaction brings its timeouts, because connections keep none. */
  isPooled: boolean
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
    createDriver: () => new PostgresDriver(createPool(url, settings), settings),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const idleInTransactionTimeoutMs = 10_000

function createPool(
  url: string,
  { isPooled, statementTimeoutMs, waitTimeoutMs, poolSize, onConnectionError }: PostgresSettings,
) {
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: poolSize,
    connectionTimeoutMillis: waitTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A pooler rejects connections that ask for settings.
    ...(!isPooled && {
      lock_timeout: waitTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
      ...(statementTimeoutMs && { statement_timeout: statementTimeoutMs }),
    }),
    // A hanging server cannot cancel a statement; the client gives up a second later.
    ...(statementTimeoutMs && { query_timeout: statementTimeoutMs + 1000 }),
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
  readonly #settings: ConnectionSettings

  constructor(pool: Pool, { isPooled, onCommit, ...settings }: PostgresSettings) {
    this.#pool = pool
    this.#settings = { onCommit, transactionPrefix: isPooled ? localTimeouts(settings) : '' }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#settings)
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

interface ConnectionSettings {
  onCommit: () => void
  /** Statements that are sent together with `begin`. */
  transactionPrefix: string
}

function localTimeouts({
  waitTimeoutMs,
  statementTimeoutMs,
}: Pick<PostgresSettings, 'waitTimeoutMs' | 'statementTimeoutMs'>): string {
  return [
    `; set local lock_timeout = ${waitTimeoutMs}`,
    `; set local statement_timeout = ${statementTimeoutMs}`,
    `; set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
  ].join('')
}

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A broken connection fails immediately instead of waiting again, and does not return to the pool. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #settings: ConnectionSettings
  #fatalError: unknown = null
  #isInTransaction = false

  constructor(client: PoolClient, settings: ConnectionSettings) {
    this.#client = client
    this.#settings = settings
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.#query(sql, parameters)
    const { command, rowCount, rows } = await (this.#isInTransaction ? run() : retryConflicts(run))
    if (!writeCommands.has(command)) return { rows: rows as R[] }
    if (rowCount && !this.#isInTransaction) this.#settings.onCommit()
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    const begin = isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'
    await this.#query(begin + this.#settings.transactionPrefix)
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    const { command } = await this.#query('commit')
    this.#isInTransaction = false
    // PostgreSQL answers a commit with ROLLBACK when a statement failed and the error was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction failed and was rolled back')
    this.#settings.onCommit()
  }

  async rollback(): Promise<void> {
    await this.#query('rollback')
    this.#isInTransaction = false
  }

  async #query(sql: string, parameters: readonly unknown[] = []) {
    if (this.#fatalError) throw this.#fatalError
    try {
      // Without parameters pg sends a simple query, which may hold several statements.
      return await postgresQueries.tracePromise(
        () => this.#client.query<Record<string, unknown>>(sql, [...parameters]),
        { sql },
      )
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
