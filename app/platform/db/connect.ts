import { AsyncLocalStorage } from 'node:async_hooks'

import { Kysely, type Transaction } from 'kysely'

import { connectDefaults } from '#app/platform/config/database-settings.ts'
import { Unavailable } from '#app/platform/errors.ts'

import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export interface Database {
  db: Db
  dialect: 'sqlite' | 'postgres'
  /** Contains a password: never log it. */
  url: string
  /** PostgreSQL itself where `url` is a pooler. Contains a password, too. */
  sessionUrl: string
  /** Runs one small query. @throws Unavailable when the database does not answer, or its write-ahead log was deleted */
  ping(): Promise<void>
  /** Calls the listener after every commit; returns the unsubscribe function. */
  onCommit(listener: () => void): () => void
  close(): Promise<void>
}

export interface ConnectOptions {
  /** A direct PostgreSQL URL beside a pooler, whose connections keep no session settings. */
  sessionUrl?: string
  /** How long a query may wait for the mutex, a lock or a connection before it fails with `Unavailable`. */
  waitTimeoutMs?: number
  /** Maximum run time of one PostgreSQL statement; 0 for no limit. */
  statementTimeoutMs?: number
  poolSize?: number
  /** Called with the text of every query, without its values. */
  onQuery?: (sql: string) => void
  onConnectionError?: (error: Error) => void
}

const walDeletedError = new Error(
  'Another program deleted the -wal file of the SQLite database while it was in use. Further writes are lost: restart Foyer.',
)

/**
 * @param url  `sqlite:<path>` or `postgres://…`
 * @throws ConfigError when a SQLite file cannot be used; PostgreSQL connects with the first query
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Database> {
  const { waitTimeoutMs, statementTimeoutMs, poolSize, onQuery, onConnectionError, sessionUrl } = {
    ...connectDefaults,
    sessionUrl: url,
    ...options,
  }
  const listeners = new Set<() => void>()
  const onCommit = () => listeners.forEach((listener) => listener())

  const path = /^sqlite:(.+)$/.exec(url)?.[1]
  const handles = path ? await openSqlite(path, performance.now() + waitTimeoutMs) : null
  const dialect = handles
    ? sqliteDialect(handles, { waitTimeoutMs, onCommit, onQuery })
    : (await import('./postgres.ts')).postgresDialect(url, {
        isPooled: sessionUrl !== url,
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
    sessionUrl,
    async ping() {
      await db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()
      if (handles && !handles.hasWriteAheadLog()) throw new Unavailable({ cause: walDeletedError })
    },
    onCommit(listener) {
      // Otherwise the listener would work in the trace of whoever commits.
      const independent = AsyncLocalStorage.bind(listener)
      listeners.add(independent)
      return () => listeners.delete(independent)
    },
    close: () => db.destroy(),
  }
}
