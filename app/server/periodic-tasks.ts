import { hostname } from 'node:os'

import { features } from '#app/features.ts'
import { setDirtyFlag } from '#app/platform/db/dirty-flag.ts'
import type { Feature, PeriodicServices } from '#app/platform/feature.ts'
import { hour, minute } from '#app/platform/lib/durations.ts'
import type { Log } from '#app/platform/lib/log.ts'
import { expireSessions, pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { leaseTask } from '#app/platform/maintenance/task-lease.ts'

import type { Services } from './create-server.ts'

export const maintenanceIntervalMs = 10 * minute
/** Longer, because each run lists all files, for which a bucket charges. */
const filePruningIntervalMs = hour
/** Short: expiring a session also closes the pages that still show it. */
const sessionExpiryIntervalMs = minute

export type PeriodicTask = (services: Services, now: number) => Promise<void>

/**
 * Delete expired data and enqueue daily jobs. None may hold the event loop, however large the database is: due rows are found
 * by index and taken in batches.
 */
export const maintenanceTasks: readonly PeriodicTask[] = [
  // Another process on the same file may have cleared the flag when it stopped.
  ({ database }) => setDirtyFlag(database),
  ({ database }, now) => pruneExpired(database, now, features),
  ...tasksOf(({ everyTenMinutes }) => everyTenMinutes),
]

/** The tasks that list the files of the store. */
export const filePruningTasks = tasksOf(({ pruneFiles }) => pruneFiles)

function tasksOf(hook: (feature: Feature) => PeriodicHook | undefined): PeriodicTask[] {
  return features.flatMap((feature) => {
    const run = hook(feature)
    return run
      ? ({ database: { db }, keys, config, files }: Services, now: number) =>
          run({ db, keys, config, files }, now)
      : []
  })
}

type PeriodicHook = (services: PeriodicServices, now: number) => Promise<void>

/** Starts the periodic tasks of a server process. */
export function startMaintenance(services: Services, log: Log): void {
  const { database } = services
  const runs = { services, log }
  runEvery(maintenanceIntervalMs, maintenanceTasks, { ...runs, leaseName: 'maintenance' })
  // Every server has drafts of its own.
  runEvery(filePruningIntervalMs, filePruningTasks, { ...runs, leaseName: `files:${hostname()}` })
  runEvery(sessionExpiryIntervalMs, [({ database }, now) => expireSessions(database, now)], runs)
  setInterval(() => {
    void database.ping().catch((err: unknown) => log.error({ err }, 'database ping failed'))
  }, sessionExpiryIntervalMs).unref()
}

interface Runs {
  services: Services
  log: Log
  /** With a name, only one of the processes that share the database runs the tasks. */
  leaseName?: string
}

/** Runs the tasks one after another. A run that takes longer than the interval delays the next. */
function runEvery(
  intervalMs: number,
  tasks: readonly PeriodicTask[],
  { services, log, leaseName }: Runs,
): void {
  let isRunning = false
  const run = async () => {
    // Shorter than the interval, so that the process that has it can have it again.
    const lease = { now: services.clock.now(), lengthMs: 0.9 * intervalMs }
    if (leaseName && !(await leaseTask(services.database.db, leaseName, lease))) return
    for (const task of tasks) {
      await task(services, services.clock.now()).catch((err: unknown) =>
        log.error({ err }, 'maintenance task failed'),
      )
    }
  }
  setInterval(() => {
    if (isRunning) return
    isRunning = true
    void run()
      .catch((err: unknown) => log.error({ err }, 'maintenance task failed'))
      .finally(() => (isRunning = false))
  }, intervalMs).unref()
}
