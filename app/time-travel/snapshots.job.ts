import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { accountLogTimes, lastEventAt } from '#app/platform/event-log/log-times.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'

import { createSnapshots } from './create-snapshots.ts'

const SnapshotsPayload = z.object({ userId: z.string() })

/** Handles `snapshots` jobs, which `recordEvent` enqueues as a log grows. */
export function snapshotsJob({ db }: { db: Db }): JobHandler {
  return async (payload) => {
    const { userId } = SnapshotsPayload.parse(payload)
    const last = await lastEventAt(accountLogTimes(db, userId), Number.MAX_SAFE_INTEGER)
    await createSnapshots(db, userId, last?.seq ?? 0)
  }
}
