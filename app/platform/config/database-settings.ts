import { join } from 'node:path'

import { type EnvReader, integerBetween, urlWithScheme } from './env-reader.ts'
import { parseDatabaseUrl } from './setting-parsers.ts'

export const connectDefaults = { waitTimeoutMs: 2000, statementTimeoutMs: 5000, poolSize: 10 }

export interface DatabaseSettings {
  /** `sqlite:<path>` or `postgres://…` */
  databaseUrl: string
  /** PostgreSQL without a transaction pooler: for LISTEN, migrations and dumps. The same as `databaseUrl` unless it is set. */
  databaseSessionUrl: string
  databasePoolSize: number
  /** Maximum run time of one PostgreSQL statement; 0 for no limit. */
  databaseStatementTimeoutMs: number
  /** How long a query waits for a lock or a connection. */
  databaseLockTimeoutMs: number
}

export function readDatabaseSettings(env: EnvReader, storageDir: string): DatabaseSettings {
  const { poolSize, statementTimeoutMs, waitTimeoutMs } = connectDefaults
  const fallback = `sqlite:${join(storageDir, 'foyer.sqlite')}`
  const databaseUrl = env.read('DATABASE_URL', fallback, parseDatabaseUrl)
  const sessionUrl = env.read<string | null>('DATABASE_SESSION_URL', null, parsePostgresUrl)
  if (sessionUrl && databaseUrl.startsWith('sqlite:'))
    env.problems.push('DATABASE_SESSION_URL needs a DATABASE_URL on PostgreSQL.')
  return {
    databaseUrl,
    databaseSessionUrl: sessionUrl ?? databaseUrl,
    databasePoolSize: env.read('DATABASE_POOL_SIZE', poolSize, integerBetween(1, 1000)),
    databaseStatementTimeoutMs: env.read(
      'DATABASE_STATEMENT_TIMEOUT',
      statementTimeoutMs,
      integerBetween(0, 3_600_000),
    ),
    databaseLockTimeoutMs: env.read(
      'DATABASE_LOCK_TIMEOUT',
      waitTimeoutMs,
      integerBetween(100, 60_000),
    ),
  }
}

function parsePostgresUrl(text: string): string {
  return urlWithScheme('postgres', 'postgresql')(text).href
}
