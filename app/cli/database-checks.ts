import { sql } from 'kysely'

import type { Database } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { pendingMigrations } from '#app/platform/db/migrate.ts'
import { sessionConnectionProblem } from '#app/platform/db/session-connection.ts'
import { isCorrupt } from '#app/platform/db/sqlite-errors.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'
import { hour } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { type CheckResult, ok, problem, errorText, warning } from './check-result.ts'
import type { Invocation } from './command.ts'
import { findLogGaps } from './find-log-gaps.ts'
import { reEncrypt } from './re-encrypt.ts'

const maxClockDriftMs = 5000

/** Runs all checks of the database; a single result when it cannot be used. */
export async function checkDatabase(invocation: Invocation): Promise<CheckResult[]> {
  try {
    const database = await invocation.database()
    await database.ping()
    const missing = await pendingMigrations(database)
    if (missing.length > 0) {
      const names = missing.join(', ')
      return [
        problem(
          'migrations',
          `Pending: ${names}. Start the server, or run: npm run foyer -- migrate`,
        ),
      ]
    }
    return [
      ok('migrations', 'All migrations are applied.'),
      await checkStructure(database),
      ...(await checkSessionConnection(invocation)),
      await checkEventLogs(database),
      await checkEncryptionKey(invocation, database),
      await checkClock(invocation, database),
      await checkJobs(invocation, database),
      ...(await checkSingleSession(invocation, database)),
    ]
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    const message = isCorrupt(cause)
      ? `The database is corrupt (${errorText(error)}). Restore it from a backup.`
      : `The database cannot be used: ${errorText(error)}`
    return [problem('database', message)]
  }
}

async function checkStructure({ db, dialect }: Database): Promise<CheckResult> {
  if (dialect === 'postgres') return ok('database', 'PostgreSQL responds.')
  const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(1)`.execute(db)
  const orphans = await sql`PRAGMA foreign_key_check`.execute(db)
  const result = rows[0]?.integrity_check ?? 'no result'
  if (result !== 'ok')
    return problem('database', `The database is corrupt (${result}). Restore it from a backup.`)
  return orphans.rows.length > 0
    ? problem(
        'database',
        `${orphans.rows.length} rows violate a foreign key. Restore the database from a backup.`,
      )
    : ok('database', 'The integrity check of SQLite passed.')
}

async function checkSessionConnection({ config }: Invocation): Promise<CheckResult[]> {
  const about = 'session connection'
  if (!config.databaseUrl.startsWith('postgres') || config.redisUrl) return []
  const message = await sessionConnectionProblem(config)
  return [message ? problem(about, message) : ok(about, 'Notifications of PostgreSQL arrive.')]
}

async function checkEventLogs({ db }: Database): Promise<CheckResult> {
  const broken = await findLogGaps(db)
  return broken.length > 0
    ? problem(
        'event-logs',
        `${broken.length} accounts lack events. Run: npm run foyer -- history:verify`,
      )
    : ok('event-logs', 'No account lacks events.')
}

async function checkEncryptionKey({ config }: Invocation, { db }: Database): Promise<CheckResult> {
  const { present, previous, lost } = await reEncrypt(db, config.appKeys, { isDryRun: true })
  if (lost > 0) {
    return problem(
      'key',
      `${lost} encrypted values cannot be decrypted. Restore the right key from a backup.`,
    )
  }
  return previous > 0
    ? warning(
        'key',
        `${previous} encrypted values need a previous key. Run: npm run foyer -- key:rotate --reseal`,
      )
    : ok('key', `The key decrypts all ${present} encrypted values.`)
}

/** One-time codes and links depend on the clock. */
async function checkClock({ config, now }: Invocation, database: Database): Promise<CheckResult> {
  if (config.testClock)
    return warning('clock', `TEST_CLOCK is on. The current time is ${toIso(now)}.`)
  const databaseNow = await databaseTime(database)
  if (Math.abs(databaseNow - now) > maxClockDriftMs) {
    const seconds = Math.round((databaseNow - now) / 1000)
    return problem(
      'clock',
      `The database's clock is ${seconds} s ahead of this machine's. Use NTP.`,
    )
  }
  const { last } = await database.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('at').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) > now + maxClockDriftMs
    ? problem(
        'clock',
        `The last event is in the future (${new Date(last ?? 0).toISOString()}). The clock was set back.`,
      )
    : ok('clock', `${new Date(now).toISOString()}`)
}

async function databaseTime({ db, dialect }: Database): Promise<number> {
  if (dialect === 'sqlite') return Date.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]?.ms ?? 0
}

async function checkJobs({ now }: Invocation, { db }: Database): Promise<CheckResult> {
  const { waiting, dead } = await jobCounts(db)
  const late = await db
    .selectFrom('jobs')
    .select('id')
    .where('dead_at', 'is', null)
    .where('run_at', '<', now - hour)
    .limit(1)
    .executeTakeFirst()
  if (late)
    return problem(
      'jobs',
      `${waiting} jobs are waiting, at least one for more than an hour. Is a server running?`,
    )
  return dead > 0
    ? warning('jobs', `${dead} jobs failed permanently. See: npm run foyer -- jobs:list`)
    : ok('jobs', `${waiting} jobs are waiting, none failed permanently.`)
}

/** Sessions from before the setting end with the account's next sign-in. */
async function checkSingleSession(
  { config, now }: Invocation,
  { db }: Database,
): Promise<CheckResult[]> {
  if (!config.singleSession) return []
  const accounts = await liveSessions(db, now)
    .select('user_id')
    .groupBy('user_id')
    .having(({ fn, eb }) => eb(fn.countAll(), '>', 1))
    .execute()
  const result =
    accounts.length === 0
      ? ok('sessions', 'No account has more than one session.')
      : warning(
          'sessions',
          `${accounts.length} accounts have several sessions from before SINGLE_SESSION. To end them, run: npm run foyer -- sessions:prune --all`,
        )
  return [result]
}
