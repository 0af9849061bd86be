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
import { isBusy, retryWhileBusy, toUnavailable } from './sqlite-errors.ts'
import type { SqliteHandles } from './sqlite-file.ts'

interface SqliteSettings {
  /** How long a query may wait for its turn and for other processes, together. */
  waitTimeoutMs: number
  onCommit: () => void
  /** Told of what passes Kysely by. */
  onQuery: ((sql: string) => void) | undefined
}

/**
 * SQLite for Kysely. Reads outside transactions run at once on a handle of their own; writes and transactions take
 * turns on the other, and every transaction begins as a write, so that none is refused half way.
 */
export function sqliteDialect(handles: SqliteHandles, settings: SqliteSettings): Dialect {
  return {
    createAdapter: () => new SqliteReadAdapter(handles, settings),
    createDriver: () => new SqliteDriver(handles, settings),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new InlineLimitCompiler(),
  }
}

/** SQLite plans a query anew each time a bound LIMIT is set, which costs more than running it. */
class InlineLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const limit = ValueNode.is(node.limit) ? node.limit.value : undefined
    if (!Number.isSafeInteger(limit)) return super.visitLimit(node)
    this.append(`limit ${String(limit)}`)
  }
}

/** What Kysely shows of this database to who holds it: see prepared.ts. */
export class SqliteReadAdapter extends SqliteAdapter {
  readonly #handles: SqliteHandles
  readonly #settings: SqliteSettings

  constructor(handles: SqliteHandles, settings: SqliteSettings) {
    super()
    this.#handles = handles
    this.#settings = settings
  }

  /** Otherwise Kysely would let reads wait for transactions too. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** The rows of a query that changes nothing, outside transactions: at once, but for what stands in the way. */
  rows<R>(sql: string, parameters: readonly unknown[]): MaybePromise<R[]> {
    const { waitTimeoutMs, onQuery } = this.#settings
    onQuery?.(sql)
    const read = () => this.#handles.reader.rows<R>(sql, parameters)
    try {
      return read()
    } catch (error) {
      if (!isBusy(error)) throw toUnavailable(error)
      return retryWhileBusy(read, performance.now() + waitTimeoutMs)
    }
  }
}

class SqliteDriver implements Driver {
  readonly #handles: SqliteHandles
  readonly #settings: SqliteSettings
  readonly #mutex = new Mutex()

  constructor(handles: SqliteHandles, settings: SqliteSettings) {
    this.#handles = handles
    this.#settings = settings
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#handles, this.#mutex, this.#settings)
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async destroy(): Promise<void> {
    this.#handles.reader.close()
    this.#handles.writer.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: SqliteHandles
  readonly #mutex: Mutex
  readonly #settings: SqliteSettings
  #hasLock = false

  constructor(handles: SqliteHandles, mutex: Mutex, settings: SqliteSettings) {
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
      this.#mutex.release()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Answers are not streamed. Read page by page.')
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

  /** Nothing happens when no transaction is open; SQLite may have rolled back by itself. */
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
    this.#mutex.release()
  }
}
