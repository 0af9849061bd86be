import type { Database, Db } from '#app/platform/db/connect.ts'

import { backoffMs } from './backoff.ts'
import { leaseMs } from './limits.ts'

/** A job leased to this worker. Another worker's lease increments `attempts`, which invalidates this one. */
export interface LeasedJob {
  id: string
  kind: string
  attempts: number
  payload_sealed: string
  lane: string | null
}

export interface JobFilter {
  kinds: string[]
  /** Lanes whose jobs are skipped. */
  fullLanes: string[]
  /** Prefixes of lanes whose jobs are skipped. */
  fullPrefixes: string[]
}

/** The kind of the oldest due job, or null. One cheap read. */
export async function kindOfDueJob(db: Db, filter: JobFilter, now: number): Promise<string | null> {
  return (await oldestDueJob(db, filter, now)?.executeTakeFirst())?.kind ?? null
}

/** Each kind is a range of an index, so thousands of due jobs of another kind cost nothing. Undefined without kinds. */
export function oldestDueJob(db: Db, filter: JobFilter, now: number) {
  const [first, ...others] = filter.kinds.map((kind) =>
    db
      .selectFrom(
        dueJobs(db, { ...filter, kinds: [kind] }, now)
          .select(['kind', 'run_at', 'id'])
          .orderBy('run_at')
          .orderBy('id')
          .limit(1)
          .as('due'),
      )
      .select(['kind', 'run_at', 'id']),
  )
  return (
    first &&
    others
      .reduce((all, each) => all.unionAll(each), first)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
  )
}

/** Leases the oldest due job in one statement, so that exactly one worker gets it. */
export function leaseNextJob(
  { db, dialect }: Database,
  filter: JobFilter,
  now: number,
): Promise<LeasedJob | undefined> {
  const oldest = dueJobs(db, filter, now).select('id').orderBy('run_at').orderBy('id').limit(1)
  return db
    .updateTable('jobs')
    .set((eb) => ({ locked_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', dialect === 'postgres' ? oldest.forUpdate().skipLocked() : oldest)
    .returning(['id', 'kind', 'attempts', 'payload_sealed', 'lane'])
    .executeTakeFirst()
}

export async function renewLease(db: Db, job: LeasedJob, now: number): Promise<void> {
  await updateLeasedJob(db, job)
    .set({ locked_until: now + leaseMs })
    .execute()
}

export async function releaseLease(db: Db, job: LeasedJob): Promise<void> {
  await updateLeasedJob(db, job).set({ locked_until: null }).execute()
}

export async function finishJob(db: Db, { id, attempts }: LeasedJob): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute()
}

export async function rescheduleJob(
  db: Db,
  job: LeasedJob,
  reason: string,
  now: number,
): Promise<void> {
  const run_at = now + backoffMs(job.attempts)
  await updateLeasedJob(db, job).set({ run_at, locked_until: null, last_error: reason }).execute()
}

/** Marks the job as dead. It stays for the operator to inspect; its dedupe key is free again. */
export async function deadLetterJob(
  db: Db,
  job: LeasedJob,
  reason: string,
  now: number,
): Promise<void> {
  await updateLeasedJob(db, job)
    .set({ dead_at: now, locked_until: null, dedupe_key: null, last_error: reason })
    .execute()
}

function dueJobs(db: Db, { kinds, fullLanes, fullPrefixes }: JobFilter, now: number) {
  return db
    .selectFrom('jobs')
    .where('dead_at', 'is', null)
    .where('run_at', '<=', now)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .$if(kinds.length === 1, (query) => query.where('kind', '=', kinds[0] ?? ''))
    .$if(kinds.length !== 1, (query) => query.where('kind', 'in', kinds))
    .$if(fullLanes.length + fullPrefixes.length > 0, (query) =>
      query.where((eb) => {
        const others = fullPrefixes.map((prefix) => eb('lane', 'not like', `${prefix}:%`))
        if (fullLanes.length > 0) others.push(eb('lane', 'not in', fullLanes))
        return eb.or([eb('lane', 'is', null), eb.and(others)])
      }),
    )
}

/** Matches nothing when the lease expired and another worker has taken the job. */
function updateLeasedJob(db: Db, { id, attempts }: LeasedJob) {
  return db.updateTable('jobs').where('id', '=', id).where('attempts', '=', attempts)
}
