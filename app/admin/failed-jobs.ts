import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { failedJobs, retryFailedJobs } from '#app/platform/jobs/failed-jobs.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'

import { maxFailedJobs } from './limits.ts'
import type { AdminPages } from './pages.ts'

export async function jobsPage(db: Db): Promise<AdminPages['Admin/Jobs']> {
  const { waiting } = await jobCounts(db)
  return { waiting, jobs: await failedJobs(db, maxFailedJobs) }
}

/** @throws NotFound when the job has not failed */
export async function retryJob(db: Db, id: string, now: number): Promise<void> {
  const [retried] = await retryFailedJobs(db, { id, now })
  if (!retried) throw new NotFound()
}
