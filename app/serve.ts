import cluster from 'node:cluster'
import { join } from 'node:path'

import { eraseOverdue } from '#app/account-deletion/account-deletion.ts'
import { announce } from '#app/announce.ts'
import { buildApp } from '#app/build-app.ts'
import { pruneExports } from '#app/data-export/data-export.ts'
import { askForCheckpoint } from '#app/history/history.ts'
import type { App, Parts } from '#app/http/app.ts'
import { type Assets, builtAssets } from '#app/http/assets.ts'
import { jobHandlers, jobRunners } from '#app/jobs.ts'
import { beginRecords } from '#app/platform/begin-records.ts'
import type { Clock } from '#app/platform/clock.ts'
import type { Config } from '#app/platform/config.ts'
import { connect, type Database } from '#app/platform/db/connect.ts'
import { markClosed, markInUse } from '#app/platform/db/in-use.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { isDamaged } from '#app/platform/db/sqlite-errors.ts'
import { minute } from '#app/platform/durations.ts'
import { ConfigError } from '#app/platform/environment.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { keyFits } from '#app/platform/key-check.ts'
import { type Keyring, keyring } from '#app/platform/keys.ts'
import { type Log, openLog } from '#app/platform/log.ts'
import { aheadOf, clockOf } from '#app/platform/movable-clock.ts'
import { endRunOutSessions, prune } from '#app/platform/prune.ts'
import { rateLimits } from '#app/platform/rate-limits.ts'
import { keepRecordKeys, recordWith } from '#app/platform/record-keys.ts'
import { readKeys } from '#app/platform/storage.ts'
import { prunePhotos } from '#app/profile-photo/profile-photo.ts'
import { stopWhenAsked } from '#app/stop.ts'
import { whyNotListening } from '#app/why-not-listening.ts'

/** One whole server process: opens what it stands on, migrates, listens, and works off jobs until it is asked to stop. */
export async function serve(config: Config, assets?: Assets): Promise<App> {
  const log = openLog(config)
  const clock = clockOf(config)
  if (aheadOf(clock) > 0) log.warn({ aheadMs: aheadOf(clock) }, 'the test clock is ahead')
  // Only to write down its last words: the process ends as it would, and whoever watches it starts it anew.
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'nobody caught this'))
  const onProblem = (err: Error) => log.error({ err }, 'database')
  const database = await connect(config.databaseUrl, { onProblem })
  await migrate(database).catch(refuseDamage)

  const keys = await databaseKeys(config, clock, database)
  await markInUse(database)
  const limits = await rateLimits(config, { clock, log })
  const parts = { config, clock, database, keys, limits, assets: assets ?? (await bundles()) }
  const app = await buildApp(parts, { loggerInstance: log })
  await listen(app)

  const handlers = jobHandlers(parts)
  const jobs = jobRunners({ database, keys, handlers, clock, log })
  for (const runner of jobs) runner.start()
  tidyUp(parts, log)
  const closeDatabase = () => markClosed(database).finally(() => database.close())
  stopWhenAsked(app, [
    () => Promise.all(jobs.map((runner) => runner.stop(5000))),
    () => limits.close(),
    closeDatabase,
  ])
  if (!cluster.isWorker || cluster.worker?.id === 1) process.stdout.write(announce(config))
  return app
}

/** @throws ConfigError when the key is another database's */
async function databaseKeys(config: Config, clock: Clock, { db }: Database): Promise<Keyring> {
  const { appKeyFile } = config
  const keys = keyring(config.appKeys, appKeyFile ? () => readKeys(appKeyFile) ?? [] : undefined)
  if (await keyFits(db, keys)) {
    recordWith(db, keys)
    await keepRecordKeys(db, keys)
    await beginRecords(db, config.storageDir, clock.now())
    return keys
  }
  const where = appKeyFile ?? 'the environment'
  throw new ConfigError([
    `APP_KEY in ${where} is not the key of this database. Put the right key back from a backup.`,
  ])
}

function refuseDamage(error: unknown): never {
  if (!(error instanceof Unavailable && isDamaged(error.cause))) throw error
  throw new ConfigError([
    'DATABASE_URL cannot be used: the file is damaged. Restore it from a backup.',
  ])
}

const tidyUpEveryMs = 10 * minute
/** A page that is left open should not show what it shows much longer than its session lasts. */
const endSessionsEveryMs = minute

function tidyUp({ database, config, keys, clock }: Parts, log: Log): void {
  const failed = (err: unknown) => log.error({ err }, 'not pruned')
  setInterval(() => {
    const now = clock.now()
    // Another process that uses the file may have stopped, and said that nobody does.
    void markInUse(database).catch(failed)
    void prune(database, now).catch(failed)
    void prunePhotos(database.db, config, now).catch(failed)
    void askForCheckpoint({ db: database.db, keys, config }, now).catch(failed)
    void eraseOverdue({ db: database.db, keys }, now).catch(failed)
    void pruneExports(database.db, config.storageDir, now).catch(failed)
  }, tidyUpEveryMs).unref()
  setInterval(() => {
    void database.ping().catch((err: unknown) => log.error({ err }, 'database'))
    void endRunOutSessions(database, clock.now()).catch(failed)
  }, endSessionsEveryMs).unref()
}

function bundles(): Promise<Assets> {
  return builtAssets(join(import.meta.dirname, '../dist')).catch((cause: unknown) => {
    throw new ConfigError(['The pages are not built. Run "npm start", or "npm run build" first.'], {
      cause,
    })
  })
}

async function listen(app: App): Promise<void> {
  const { host, port } = app.config
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new ConfigError([whyNotListening(error, host, port)])
  }
}
