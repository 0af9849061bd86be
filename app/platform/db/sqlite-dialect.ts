import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'

import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

import { Mutex } from './mutex.ts'
import type { SqliteConnections } from './sqlite-connection.ts'
import { isDatabaseBusy, retryWhileBusy, toUnavailable } from './sqlite-errors.ts'

interface SqliteSettings {
  /** Maximum total wait for the mutex and for other processes. */
  waitTimeoutMs: number
  onCommit: () => void
  /** Called for queries that bypass Kysely. */
  onQuery: ((sql: string) => void) | undefined
}

/**
 * Kysely dialect for SQLite. Reads outside transactions run immediately on a separate handle; writes and transactions share
 * the other one through a mutex. Every transaction takes the write lock when it begins, so that none fails half way.
 */
export function sqliteDialect(handles: SqliteConnections, settings: SqliteSettings): Dialect {
  return {
    createAdapter: () => new SqliteReadAdapter(handles, settings),
    createDriver: () => new SqliteDriver(handles, settings),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new InlineLimitCompiler(),
  }
}

/** SQLite replans a query with a bound LIMIT each time, which takes 7 µs: as long as running it, and 5 % of a page visit. */
class InlineLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const limit = ValueNode.is(node.limit) ? node.limit.value : undefined
    if (!Number.isSafeInteger(limit)) return super.visitLimit(node)
    this.append(`limit ${String(limit)}`)
  }
}

/** Gives `preparedQuery` direct access to the read handle. */
export class SqliteReadAdapter extends SqliteAdapter {
  readonly #handles: SqliteConnections
  readonly #settings: SqliteSettings

  constructor(handles: SqliteConnections, settings: SqliteSettings) {
    super()
    this.#handles = handles
    this.#settings = settings
  }

  /** If false, Kysely would make reads wait for transactions. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** Runs a read outside transactions: synchronously, unless the database is busy. */
  rows<R>(sql: string, parameters: readonly unknown[]): MaybePromise<R[]> {
    const { waitTimeoutMs, onQuery } = this.#settings
    onQuery?.(sql)
    const read = () => this.#handles.reader.rows<R>(sql, parameters)
    try {
      return read()
    } catch (error) {
      if (!isDatabaseBusy(error)) throw toUnavailable(error)
      return retryWhileBusy(read, performance.now() + waitTimeoutMs)
    }
  }
}

class SqliteDriver implements Driver {
  readonly #handles: SqliteConnections
  readonly #settings: SqliteSettings
  readonly #mutex = new Mutex()

  constructor(handles: SqliteConnections, settings: SqliteSettings) {
    this.#handles = handles
    this.#settings = settings
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<KyselyConnection> {
    return new KyselyConnection(this.#handles, this.#mutex, this.#settings)
  }

  beginTransaction(connection: KyselyConnection): Promise<void> {
    return connection.begin()
  }

  async commitTransaction(connection: KyselyConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: KyselyConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(connection: KyselyConnection): Promise<void> {
    connection.rollback()
  }

  async destroy(): Promise<void> {
    this.#handles.reader.close()
    this.#handles.writer.close()
  }
}

class KyselyConnection implements DatabaseConnection {
  readonly #handles: SqliteConnections
  readonly #mutex: Mutex
  readonly #settings: SqliteSettings
  #hasLock = false

  constructor(handles: SqliteConnections, mutex: Mutex, settings: SqliteSettings) {
    this.#handles = handles
    this.#mutex = mutex
    this.#settings = settings
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer } = this.#handles
    if (this.#hasLock) {
      try {
        return writer.query<R>(sql, parameters)
      } catch (error) {
        throw toUnavailable(error)
      }
    }
    const deadline = performance.now() + this.#settings.waitTimeoutMs
    if (SelectQueryNode.is(query))
      return retryWhileBusy(() => reader.query<R>(sql, parameters), deadline)
    await this.#mutex.acquire(deadline)
    try {
      const result = await retryWhileBusy(() => writer.query<R>(sql, parameters), deadline)
      this.#settings.onCommit()
      return result
    } finally {
      this.#mutex.releaseAfterLoopTurn()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: paginate instead')
  }

  async begin(): Promise<void> {
    const deadline = performance.now() + this.#settings.waitTimeoutMs
    await this.#mutex.acquire(deadline)
    try {
      await retryWhileBusy(() => this.#handles.writer.exec('BEGIN IMMEDIATE'), deadline)
      this.#hasLock = true
    } catch (error) {
      this.#mutex.release()
      throw error
    }
  }

  commit(): void {
    try {
      this.#handles.writer.exec('COMMIT')
    } catch (error) {
      throw toUnavailable(error)
    }
    this.#releaseLock()
    this.#settings.onCommit()
  }

  /** No-op without an open transaction: SQLite rolls back on some errors itself. */
  rollback(): void {
    if (!this.#hasLock) return
    try {
      if (this.#handles.writer.isInTransaction) this.#handles.writer.exec('ROLLBACK')
    } catch (error) {
      throw toUnavailable(error)
    } finally {
      this.#releaseLock()
    }
  }

  #releaseLock(): void {
    this.#hasLock = false
    this.#mutex.releaseAfterLoopTurn()
  }
}
