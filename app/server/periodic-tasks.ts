import { requeueOverdueDeletions } from '#app/account-deletion/account-deletion.ts'
import { pruneExports } from '#app/data-export/data-export.ts'
import { features } from '#app/features.ts'
import { enqueueDailyLogMaintenance } from '#app/log-integrity/log-integrity.ts'
import { setDirtyFlag } from '#app/platform/db/dirty-flag.ts'
import { minute } from '#app/platform/lib/durations.ts'
import type { Log } from '#app/platform/lib/log.ts'
import { expireSessions, pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { prunePhotos } from '#app/profile-photo/profile-photo.ts'

import type { Services } from './create-server.ts'

export const maintenanceIntervalMs = 10 * minute
/** Short: expiring a session also closes the pages that still show it. */
const sessionExpiryIntervalMs = minute

/** Starts the periodic tasks of a server process: deletes expired data and enqueues daily jobs. */
export function startMaintenance({ database, config, keys, clock }: Services, log: Log): void {
  const logFailure = (err: unknown) => log.error({ err }, 'maintenance task failed')
  setInterval(() => {
    const now = clock.now()
    // Another process on the same file may have cleared the flag when it stopped.
    void setDirtyFlag(database).catch(logFailure)
    void pruneExpired(database, now, features).catch(logFailure)
    void prunePhotos(database.db, config, now).catch(logFailure)
    void enqueueDailyLogMaintenance({ db: database.db, keys, config }, now).catch(logFailure)
    void requeueOverdueDeletions({ db: database.db, keys }, now).catch(logFailure)
    void pruneExports(database.db, config.storageDir, now).catch(logFailure)
  }, maintenanceIntervalMs).unref()
  setInterval(() => {
    void database.ping().catch((err: unknown) => log.error({ err }, 'database ping failed'))
    void expireSessions(database, clock.now()).catch(logFailure)
  }, sessionExpiryIntervalMs).unref()
}
