import { sql } from 'kysely'

import type { Database } from '#app/platform/db/connect.ts'
import { pendingMigrations } from '#app/platform/db/migrate.ts'
import { isDamaged } from '#app/platform/db/sqlite-errors.ts'
import { hour } from '#app/platform/durations.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'
import { moment } from '#app/platform/moment.ts'

import type { Operation } from './command.ts'
import { type Finding, fine, problem, saidBy, warning } from './finding.ts'
import { recordGaps } from './record-gaps.ts'
import { reseal } from './reseal.ts'

const mostDriftMs = 5000

/** What the database says; when it cannot be used, that alone. */
export async function databaseOf(operation: Operation): Promise<Finding[]> {
  try {
    const database = await operation.database()
    await database.ping()
    const missing = await pendingMigrations(database)
    if (missing.length > 0) {
      const these = missing.join(', ')
      return [
        problem(
          'migrations',
          `${these} are missing. Start the server, or: npm run foyer -- migrate`,
        ),
      ]
    }
    return [
      fine('migrations', 'All are applied.'),
      await whole(database),
      await records(database),
      await key(operation, database),
      await clock(operation, database),
      await jobs(operation, database),
    ]
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    const says = isDamaged(cause)
      ? `It is damaged (${saidBy(error)}). Restore it from a backup.`
      : `It cannot be used: ${saidBy(error)}`
    return [problem('database', says)]
  }
}

async function whole({ db, dialect }: Database): Promise<Finding> {
  if (dialect === 'postgres') return fine('database', 'PostgreSQL answers.')
  const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(1)`.execute(db)
  const lost = await sql`PRAGMA foreign_key_check`.execute(db)
  const found = rows[0]?.integrity_check ?? 'nothing'
  if (found !== 'ok')
    return problem('database', `It is damaged (${found}). Restore it from a backup.`)
  return lost.rows.length > 0
    ? problem('database', `${lost.rows.length} rows belong to nobody. Restore it from a backup.`)
    : fine('database', 'SQLite finds it whole.')
}

async function records({ db }: Database): Promise<Finding> {
  const broken = await recordGaps(db)
  return broken.length > 0
    ? problem(
        'records',
        `${broken.length} accounts lack events. See: npm run foyer -- history:verify`,
      )
    : fine('records', 'Every account’s events are there.')
}

async function key({ config }: Operation, { db }: Database): Promise<Finding> {
  const { present, previous, lost } = await reseal(db, config.appKeys, { isDryRun: true })
  if (lost > 0) {
    return problem(
      'key',
      `${lost} encrypted values do not open. Put the right key back from a backup.`,
    )
  }
  return previous > 0
    ? warning(
        'key',
        `${previous} values need a previous key. Run: npm run foyer -- key:rotate --reseal`,
      )
    : fine('key', `It opens all ${present} encrypted values.`)
}

/** Codes and links live by the clock. */
async function clock({ config, now }: Operation, database: Database): Promise<Finding> {
  if (config.testClock) return warning('clock', `TEST_CLOCK is on: it is ${moment(now)} here.`)
  const theirs = await timeOf(database)
  if (Math.abs(theirs - now) > mostDriftMs) {
    const seconds = Math.round((theirs - now) / 1000)
    return problem(
      'clock',
      `The database's clock is ${seconds} s ahead of ours. Use a time service (NTP).`,
    )
  }
  const { last } = await database.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('at').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) > now + mostDriftMs
    ? problem(
        'clock',
        `The last event is from the future (${new Date(last ?? 0).toISOString()}). The clock was set back.`,
      )
    : fine('clock', `${new Date(now).toISOString()}`)
}

async function timeOf({ db, dialect }: Database): Promise<number> {
  if (dialect === 'sqlite') return Date.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]?.ms ?? 0
}

async function jobs({ now }: Operation, { db }: Database): Promise<Finding> {
  const { waiting, dead } = await jobCounts(db)
  const late = await db
    .selectFrom('jobs')
    .select('id')
    .where('dead_at', 'is', null)
    .where('run_at', '<', now - hour)
    .limit(1)
    .executeTakeFirst()
  if (late) return problem('jobs', `${waiting} wait, one for more than an hour. Does a server run?`)
  return dead > 0
    ? warning('jobs', `${dead} were given up. See: npm run foyer -- jobs:list`)
    : fine('jobs', `${waiting} wait, none was given up.`)
}
