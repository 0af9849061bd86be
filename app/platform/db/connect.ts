import { Kysely, type Transaction } from 'kysely'

import { Unavailable } from '#app/platform/errors.ts'

import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite-file.ts'
import { sqliteDialect } from './sqlite.ts'

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export interface Database {
  db: Db
  dialect: 'sqlite' | 'postgres'
  /** Holds a password: not for logs. */
  url: string
  /** One small query. @throws Unavailable when the database does not answer, or its write-ahead log was deleted */
  ping(): Promise<void>
  /** Calls back after every change that is now durable; returns how to stop. */
  onCommit(listener: () => void): () => void
  close(): Promise<void>
}

export interface ConnectOptions {
  /** How long a query may wait for its turn, a lock or a connection before it is `Unavailable`. */
  waitTimeoutMs?: number
  /** How long one PostgreSQL statement may run; 0 for as long as it takes. */
  statementTimeoutMs?: number
  /** Connections to PostgreSQL. */
  poolSize?: number
  /** Told the text of every query, without its values. */
  onQuery?: (sql: string) => void
  onConnectionError?: (error: Error) => void
}

const walDeletedError = new Error(
  'Another program deleted the -wal file of the SQLite database while it was in use. What is written now is lost: restart Foyer.',
)

/**
 * @param url  `sqlite:<path>` or `postgres://…`
 * @throws ConfigError when a SQLite file cannot be used; PostgreSQL is asked only with the first query
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Database> {
  const {
    waitTimeoutMs = 2000,
    statementTimeoutMs = 5000,
    poolSize = 10,
    onQuery,
    onConnectionError,
  } = options
  const listeners = new Set<() => void>()
  const onCommit = () => listeners.forEach((listener) => listener())

  const path = /^sqlite:(.+)$/.exec(url)?.[1]
  const handles = path ? await openSqlite(path, performance.now() + waitTimeoutMs) : null
  const dialect = handles
    ? sqliteDialect(handles, { waitTimeoutMs, onCommit, onQuery })
    : (await import('./postgres.ts')).postgresDialect(url, {
        poolSize,
        waitTimeoutMs,
        statementTimeoutMs,
        onCommit,
        onConnectionError: (error) => onConnectionError?.(error),
      })
  const db = new Kysely<Schema>({
    dialect,
    ...(onQuery && { log: ({ query }) => onQuery(query.sql) }),
  })

  return {
    db,
    dialect: path ? 'sqlite' : 'postgres',
    url,
    async ping() {
      await db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()
      if (handles && !handles.hasWriteAheadLog()) throw new Unavailable({ cause: walDeletedError })
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => db.destroy(),
  }
}
