import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/** The jobs that failed permanently, the latest first. */
export async function failedJobs(db: Db, limit: number) {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'attempts', 'last_error', 'dead_at', 'created_at'])
    .where('dead_at', 'is not', null)
    .orderBy('dead_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, kind, attempts, last_error, dead_at, created_at }) => ({
    id,
    kind,
    attempts,
    reason: last_error,
    createdAt: toIso(created_at),
    failedAt: toIso(dead_at),
  }))
}

/** Gives failed jobs all attempts again. @param id  null for all. @returns their ids */
export async function retryFailedJobs(
  db: Db,
  { id, now }: { id: string | null; now: number },
): Promise<string[]> {
  let query = db
    .updateTable('jobs')
    .set({ dead_at: null, attempts: 0, run_at: now, locked_until: null })
    .where('dead_at', 'is not', null)
    .returning('id')
  if (id !== null) query = query.where('id', '=', id)
  const retried = await query.execute()
  return retried.map((job) => job.id)
}
