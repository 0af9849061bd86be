import { setTimeout as wait } from 'node:timers/promises'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Database } from '#app/platform/db/connect.ts'
import type { Log } from '#app/platform/lib/log.ts'
import { jobRuns } from '#app/platform/telemetry/trace-channels.ts'

import { JobError, safeReason } from './job-error.ts'
import { deadLetterJob, finishJob, type LeasedJob, rescheduleJob, renewLease } from './lease.ts'
import { maxJobAttempts, leaseMs } from './limits.ts'

/** Runs a job, at least once: called again after a failure, and when the process died before the job finished. */
export type JobHandler = (
  payload: unknown,
  job: { id: string; attempts: number; log: Log },
) => Promise<void>

export interface Job {
  run: JobHandler
  /** `urgent`: a user is waiting for it. `external`: it waits for the servers of others, for an unbounded time. */
  runner?: 'urgent' | 'external'
}

export interface JobServices {
  database: Database
  keys: Keyring
  /** Handlers by kind. Jobs of other kinds are left to other processes. */
  handlers: Record<string, JobHandler>
  clock: Clock
  log: Log
}

/** Runs one job and renews its lease meanwhile. Afterwards the job is deleted, rescheduled or dead. */
export async function runJob(services: JobServices, job: LeasedJob): Promise<void> {
  const { clock, database } = services
  const heartbeat = setInterval(() => {
    // If renewing fails, the lease expires and the job runs again elsewhere.
    renewLease(database.db, job, clock.now()).catch(() => {})
  }, leaseMs / 3)
  try {
    const saveOutcome = await executeJob(services, job)
    await retryWrite(saveOutcome)
  } finally {
    clearInterval(heartbeat)
  }
}

async function executeJob(services: JobServices, job: LeasedJob): Promise<() => Promise<void>> {
  const { clock, log } = services
  const { db } = services.database
  const { kind, attempts } = job
  try {
    await jobRuns.tracePromise(() => callHandler(services, job), { kind, attempts })
    return () => finishJob(db, job)
  } catch (error) {
    const reason = safeReason(error)
    const details = { job: job.id, kind, attempts, reason }
    if (attempts >= maxJobAttempts || (error instanceof JobError && error.isFinal)) {
      log.error(details, 'job failed permanently')
      return () => deadLetterJob(db, job, reason, clock.now())
    }
    log.warn(details, 'job failed and will be retried')
    return () => rescheduleJob(db, job, reason, clock.now())
  }
}

async function callHandler({ handlers, keys, log }: JobServices, job: LeasedJob): Promise<void> {
  const { id, kind, attempts, payload_sealed } = job
  if (attempts > maxJobAttempts) throw new JobError('The worker died on every attempt.')
  const payload = keys.decrypt('job', payload_sealed, id)
  if (payload === null) throw new JobError('No known key decrypts the payload.')
  await handlers[kind]?.(JSON.parse(payload), { id, attempts, log })
}

const maxWriteAttempts = 10

/** Retries saving the outcome: losing it would run a finished job again. */
async function retryWrite(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < maxWriteAttempts; attempt++) {
    try {
      return await write()
    } catch {
      await wait(1000, undefined, { ref: false })
    }
  }
  await write()
}
