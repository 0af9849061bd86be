import { setTimeout as wait } from 'node:timers/promises'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Database } from '#app/platform/db/connect.ts'
import type { Log } from '#app/platform/lib/log.ts'

import { maxAttempts } from './backoff.ts'
import { JobError, safeReason } from './job-error.ts'
import {
  deadLetterJob,
  finishJob,
  leaseMs,
  type LeasedJob,
  rescheduleJob,
  renewLease,
} from './lease.ts'

/** Does a job. It is called again with the same job when it failed, and when its process died before it was done. */
export type JobHandler = (payload: unknown, job: { id: string; attempts: number }) => Promise<void>

export interface JobServices {
  database: Database
  keys: Keyring
  /** By kind. Jobs of other kinds are left to processes that know them. */
  handlers: Record<string, JobHandler>
  clock: Clock
  log: Log
}

/** Runs one job to its end and keeps the lease meanwhile. Afterwards the job is gone, put off, or given up. */
export async function runJob(services: JobServices, job: LeasedJob): Promise<void> {
  const { clock, database } = services
  const heartbeat = setInterval(() => {
    // Without it the lease ends, and the job runs again elsewhere: late, but not lost.
    renewLease(database.db, job, clock.now()).catch(() => {})
  }, leaseMs / 3)
  try {
    const saveOutcome = await executeJob(services, job)
    await retryWrite(saveOutcome)
  } finally {
    clearInterval(heartbeat)
  }
}

/** Does the job; @returns how to write down what came of it */
async function executeJob(services: JobServices, job: LeasedJob): Promise<() => Promise<void>> {
  const { clock, log } = services
  const { db } = services.database
  try {
    await callHandler(services, job)
    return () => finishJob(db, job)
  } catch (error) {
    const reason = safeReason(error)
    const details = { job: job.id, kind: job.kind, attempts: job.attempts, reason }
    if (job.attempts >= maxAttempts || (error instanceof JobError && error.isFinal)) {
      log.error(details, 'a job was given up')
      return () => deadLetterJob(db, job, reason, clock.now())
    }
    log.warn(details, 'a job failed and will be tried again')
    return () => rescheduleJob(db, job, reason, clock.now())
  }
}

async function callHandler({ handlers, keys }: JobServices, job: LeasedJob): Promise<void> {
  const { id, kind, attempts, payload_sealed } = job
  if (attempts > maxAttempts) throw new JobError('Its worker died every time.')
  const payload = keys.decrypt('job', payload_sealed, id)
  if (payload === null) throw new JobError('The keys we have do not open it.')
  await handlers[kind]?.(JSON.parse(payload), { id, attempts })
}

const maxWriteAttempts = 10

/** A database that is busy for a moment must not make us do again what is done. */
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
