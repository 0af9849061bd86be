/** A process that runs the periodic tasks on a filled database, and reports the longest that each held the event loop. */
import { setTimeout as wait } from 'node:timers/promises'

import { countActivePeople } from '#app/admin/count-active-people.ts'
import { features } from '#app/features.ts'
import { productionAssets } from '#app/http/inertia/assets.ts'
import { dailyLogMaintenanceJob } from '#app/log-integrity/log-integrity.ts'
import { systemClock as clock } from '#app/platform/clock/clock.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect } from '#app/platform/db/connect.ts'
import { setDirtyFlag } from '#app/platform/db/dirty-flag.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { createFileStore } from '#app/platform/files/file-store.ts'
import { day } from '#app/platform/lib/durations.ts'
import { createLogger } from '#app/platform/lib/log.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'
import { expireSessions } from '#app/platform/maintenance/prune-expired.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { filePruningTasks, maintenanceTasks } from '#app/server/periodic-tasks.ts'

export interface TaskFigures {
  title: string
  longestHoldMs: number
  /** Most processor time of the event loop between two of its turns: the part of a hold that is not the disk's or the machine's. */
  longestWorkMs: number
  seconds: number
}

const expiredSessions = 3000

const config = readConfig(process.env)
const database = await connect(config.databaseUrl)
const { db } = database
const keys = createKeyring(config.appKeys)
setSigningKeys(db, keys)
// As a server does when it starts.
await setDirtyFlag(database)
const limits = memoryRateLimits({ clock })
const files = await createFileStore(config)
const assets = await productionAssets(projectFile('dist'))
const services = { config, clock, database, keys, limits, files, assets }
const log = createLogger(config)
const mailWriterFor = () => {
  throw new Error('The bench sends no mail')
}
const dailyJob = dailyLogMaintenanceJob({ db, keys, clock, config, mailWriterFor, features })

await db
  .updateTable('sessions')
  .set({ expires_at: 1 })
  .where('id', 'in', (sessions) =>
    sessions.selectFrom('sessions').select('id').orderBy('id', 'desc').limit(expiredSessions),
  )
  .execute()

const figures = [
  await measure('nothing, for comparison', () => wait(5000)),
  await measure('no session is due', () => expireSessions(database, 0)),
  await measure(`${expiredSessions} sessions expire`, () => expireSessions(database, clock.now())),
  await measure('every ten minutes', async () => {
    for (const task of [...maintenanceTasks, ...filePruningTasks]) await task(services, clock.now())
  }),
  await measure('daily checkpoint of all event logs', () =>
    dailyJob(null, { id: 'bench', attempts: 1, log }),
  ),
  await measure('people active in 20 days', () =>
    countActivePeople(db, { from: clock.now() - 20 * day, to: clock.now() }),
  ),
]
process.send?.(figures)
process.disconnect?.()
await database.close()

async function measure(title: string, task: () => Promise<unknown>): Promise<TaskFigures> {
  const startedAt = performance.now()
  let [longestHoldMs, lastTick] = [0, startedAt]
  let [longestWorkMs, lastCpuMs] = [0, threadCpuMs()]
  const tick = () => {
    const [now, cpuMs] = [performance.now(), threadCpuMs()]
    longestHoldMs = Math.max(longestHoldMs, now - lastTick)
    longestWorkMs = Math.max(longestWorkMs, cpuMs - lastCpuMs)
    lastTick = now
    lastCpuMs = cpuMs
  }
  const timer = setInterval(tick, 1)
  await task()
  tick()
  clearInterval(timer)
  const seconds = (performance.now() - startedAt) / 1000
  return { title, longestHoldMs, longestWorkMs, seconds }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
