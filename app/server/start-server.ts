import cluster from 'node:cluster'

import { features } from '#app/features.ts'
import { type Assets, productionAssets } from '#app/http/inertia/assets.ts'
import type { App } from '#app/http/server/app-type.ts'
import { jobsByKind, jobRunners } from '#app/job-handlers.ts'
import { divideHashCapacity } from '#app/platform/auth/password-hash.ts'
import { clockOffset, createClock } from '#app/platform/clock/adjustable-clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import { ConfigError } from '#app/platform/config/env-reader.ts'
import { readKeys } from '#app/platform/config/key-files.ts'
import { type Keyring, createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect, type Database } from '#app/platform/db/connect.ts'
import { clearDirtyFlag, setDirtyFlag } from '#app/platform/db/dirty-flag.ts'
import { keyMatchesDatabase } from '#app/platform/db/key-check.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { sessionConnectionProblem } from '#app/platform/db/session-connection.ts'
import { isCorrupt } from '#app/platform/db/sqlite-errors.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { adoptLegacyLogs } from '#app/platform/event-log/adopt-legacy-logs.ts'
import { startAuditStream } from '#app/platform/event-log/audit-stream.ts'
import { storeSigningKeys, setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { openFileStore } from '#app/platform/files/file-store.ts'
import { createLogger } from '#app/platform/lib/log.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'
import { createRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { startTelemetry } from '#app/platform/telemetry/telemetry.ts'

import { buildApp } from './build-app.ts'
import { shutDownGracefully } from './graceful-shutdown.ts'
import { listenErrorMessage } from './listen-error.ts'
import { startMaintenance } from './periodic-tasks.ts'
import { startupBanner } from './startup-banner.ts'

/** Starts one server process: connects, migrates, listens, and runs jobs until shutdown. */
export async function startServer(config: Config, assets?: Assets): Promise<App> {
  const telemetry = await startTelemetry(config)
  const log = createLogger(config, telemetry?.logFields)
  telemetry?.reportTo(log)
  divideHashCapacity(config.workers)
  const clock = createClock(config)
  if (clockOffset(clock) > 0)
    log.warn({ aheadMs: clockOffset(clock) }, 'test clock is ahead of real time')
  // Logs only: the process still exits, and its supervisor restarts it.
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'unhandled error'))
  const onConnectionError = (err: Error) => log.error({ err }, 'database connection error')
  const files = await openFileStore(config, log)
  const database = await connect(config.databaseUrl, {
    sessionUrl: config.databaseSessionUrl,
    poolSize: config.databasePoolSize,
    waitTimeoutMs: config.databaseLockTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onConnectionError,
  })
  const applied = await migrate(database).catch(rethrowDamageAsConfigError)

  const keys = await openKeyring(config, database)
  const { storageDir } = config
  await adoptLegacyLogs(database.db, { applied, storageDir, now: clock.now(), features })
  await setDirtyFlag(database)
  const limits = await createRateLimits(config, { clock, log })
  const pageAssets = assets ?? (await loadAssets())
  const services = { config, clock, database, keys, limits, files, assets: pageAssets }
  const app = await buildApp(services, { loggerInstance: log })
  await listen(app)

  const jobs = jobsByKind(services)
  const runners = jobRunners({ database, keys, jobs, clock, log })
  for (const runner of runners) runner.start()
  startMaintenance(services, log)
  const stopAudit = config.auditLog ? startAuditStream(database, config.auditLog, log) : null
  void sessionConnectionProblem(config).then(
    (problem) => problem && log.error({ problem }, 'session connection unusable'),
    (err) => log.warn({ err }, 'session connection not checked'),
  )
  const closeDatabase = () => clearDirtyFlag(database).finally(() => database.close())
  shutDownGracefully(app, [
    () => Promise.all(runners.map((runner) => runner.stop(5000))),
    async () => stopAudit?.(),
    () => limits.close(),
    // The last export counts the jobs in the database.
    async () => telemetry?.shutdown(),
    closeDatabase,
  ])
  if (!cluster.isWorker || cluster.worker?.id === 1) process.stdout.write(startupBanner(config))
  return app
}

/** @throws ConfigError when the key does not match the database */
async function openKeyring(config: Config, { db }: Database): Promise<Keyring> {
  const { appKeyFile } = config
  const keys = createKeyring(
    config.appKeys,
    appKeyFile ? () => readKeys(appKeyFile) ?? [] : undefined,
  )
  if (await keyMatchesDatabase(db, keys)) {
    setSigningKeys(db, keys)
    await storeSigningKeys(db, keys)
    return keys
  }
  const keyLocation = appKeyFile ?? 'the environment'
  throw new ConfigError([
    `APP_KEY in ${keyLocation} is not the key of this database. Restore the right key from a backup.`,
  ])
}

function rethrowDamageAsConfigError(error: unknown): never {
  if (!(error instanceof Unavailable && isCorrupt(error.cause))) throw error
  throw new ConfigError([
    'DATABASE_URL cannot be used: the file is damaged. Restore it from a backup.',
  ])
}

function loadAssets(): Promise<Assets> {
  return productionAssets(projectFile('dist')).catch((cause: unknown) => {
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
    throw new ConfigError([listenErrorMessage(error, host, port)])
  }
}
