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

import type { Awaitable } from '#app/platform/awaitable.ts'

import { isBusy, patiently, translated } from './sqlite-errors.ts'
import type { SqliteHandles } from './sqlite-file.ts'
import { Turns } from './turns.ts'

interface Settings {
  /** How long a query may wait for its turn and for other processes, together. */
  waitMs: number
  onCommit: () => void
  /** Told of what passes Kysely by. */
  onQuery: ((sql: string) => void) | undefined
}

/**
 * SQLite for Kysely. Reads outside transactions run at once on a handle of their own; writes and transactions take
 * turns on the other, and every transaction begins as a write, so that none is refused half way.
 */
export function sqliteDialect(handles: SqliteHandles, settings: Settings): Dialect {
  return {
    createAdapter: () => new SqliteReads(handles, settings),
    createDriver: () => new SqliteDriver(handles, settings),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WrittenLimits(),
  }
}

/** SQLite plans a query anew each time a bound LIMIT is set, which costs more than running it. */
class WrittenLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const most = ValueNode.is(node.limit) ? node.limit.value : undefined
    if (!Number.isSafeInteger(most)) return super.visitLimit(node)
    this.append(`limit ${String(most)}`)
  }
}

/** What Kysely shows of this database to who holds it: see prepared.ts. */
export class SqliteReads extends SqliteAdapter {
  readonly #handles: SqliteHandles
  readonly #settings: Settings

  constructor(handles: SqliteHandles, settings: Settings) {
    super()
    this.#handles = handles
    this.#settings = settings
  }

  /** Otherwise Kysely would let reads wait for transactions too. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** The rows of a query that changes nothing, outside transactions: at once, but for what stands in the way. */
  rows<R>(sql: string, parameters: readonly unknown[]): Awaitable<R[]> {
    const { waitMs, onQuery } = this.#settings
    onQuery?.(sql)
    const read = () => this.#handles.reader.rows<R>(sql, parameters)
    try {
      return read()
    } catch (error) {
      if (!isBusy(error)) throw translated(error)
      return patiently(read, performance.now() + waitMs)
    }
  }
}

class SqliteDriver implements Driver {
  readonly #handles: SqliteHandles
  readonly #settings: Settings
  readonly #turns = new Turns()

  constructor(handles: SqliteHandles, settings: Settings) {
    this.#handles = handles
    this.#settings = settings
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#handles, this.#turns, this.#settings)
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
  readonly #turns: Turns
  readonly #settings: Settings
  #hasTurn = false

  constructor(handles: SqliteHandles, turns: Turns, settings: Settings) {
    this.#handles = handles
    this.#turns = turns
    this.#settings = settings
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer } = this.#handles
    if (this.#hasTurn) {
      try {
        return writer.query<R>(sql, parameters)
      } catch (error) {
        throw translated(error)
      }
    }
    const until = performance.now() + this.#settings.waitMs
    if (SelectQueryNode.is(query)) return patiently(() => reader.query<R>(sql, parameters), until)
    await this.#turns.take(until)
    try {
      const result = await patiently(() => writer.query<R>(sql, parameters), until)
      this.#settings.onCommit()
      return result
    } finally {
      this.#turns.release()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Answers are not streamed. Read page by page.')
  }

  async begin(): Promise<void> {
    const until = performance.now() + this.#settings.waitMs
    await this.#turns.take(until)
    try {
      await patiently(() => this.#handles.writer.exec('BEGIN IMMEDIATE'), until)
      this.#hasTurn = true
    } catch (error) {
      this.#turns.release()
      throw error
    }
  }

  commit(): void {
    try {
      this.#handles.writer.exec('COMMIT')
    } catch (error) {
      throw translated(error)
    }
    this.#giveTurn()
    this.#settings.onCommit()
  }

  /** Nothing happens when no transaction is open; SQLite may have rolled back by itself. */
  rollback(): void {
    if (!this.#hasTurn) return
    try {
      if (this.#handles.writer.isInTransaction) this.#handles.writer.exec('ROLLBACK')
    } catch (error) {
      throw translated(error)
    } finally {
      this.#giveTurn()
    }
  }

  #giveTurn(): void {
    this.#hasTurn = false
    this.#turns.release()
  }
}
