import { setTimeout as wait } from 'node:timers/promises'

import type { Clock } from '#app/platform/clock.ts'
import type { Database } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'
import type { Log } from '#app/platform/log.ts'

import { mostTries } from './back-off.ts'
import { JobError, reasonOf } from './job-error.ts'
import { buryJob, finishJob, leaseMs, type Leased, postponeJob, renewLease } from './lease.ts'

/** Does a job. It is called again with the same job when it failed, and when its process died before it was done. */
export type Handler = (payload: unknown, job: { id: string; attempts: number }) => Promise<void>

export interface WorkParts {
  database: Database
  keys: Keyring
  /** By kind. Jobs of other kinds are left to processes that know them. */
  handlers: Record<string, Handler>
  clock: Clock
  log: Log
}

/** Runs one job to its end and keeps the lease meanwhile. Afterwards the job is gone, put off, or given up. */
export async function workOn(parts: WorkParts, job: Leased): Promise<void> {
  const { clock, database } = parts
  const heartbeat = setInterval(() => {
    // Without it the lease ends, and the job runs again elsewhere: late, but not lost.
    renewLease(database.db, job, clock.now()).catch(() => {})
  }, leaseMs / 3)
  try {
    const settle = await outcome(parts, job)
    await patiently(settle)
  } finally {
    clearInterval(heartbeat)
  }
}

/** Does the job; @returns how to write down what came of it */
async function outcome(parts: WorkParts, job: Leased): Promise<() => Promise<void>> {
  const { clock, log } = parts
  const { db } = parts.database
  try {
    await handle(parts, job)
    return () => finishJob(db, job)
  } catch (error) {
    const reason = reasonOf(error)
    const details = { job: job.id, kind: job.kind, attempts: job.attempts, reason }
    if (job.attempts >= mostTries || (error instanceof JobError && error.isFinal)) {
      log.error(details, 'a job was given up')
      return () => buryJob(db, job, reason, clock.now())
    }
    log.warn(details, 'a job failed and will be tried again')
    return () => postponeJob(db, job, reason, clock.now())
  }
}

async function handle({ handlers, keys }: WorkParts, job: Leased): Promise<void> {
  const { id, kind, attempts, payload_sealed } = job
  if (attempts > mostTries) throw new JobError('Its worker died every time.')
  const payload = keys.open('job', payload_sealed, id)
  if (payload === null) throw new JobError('The keys we have do not open it.')
  await handlers[kind]?.(JSON.parse(payload), { id, attempts })
}

const writeTries = 10

/** A database that is busy for a moment must not make us do again what is done. */
async function patiently(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries < writeTries; tries++) {
    try {
      return await write()
    } catch {
      await wait(1000, undefined, { ref: false })
    }
  }
  await write()
}
