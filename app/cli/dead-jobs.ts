import { failedJobs, retryFailedJobs } from '#app/platform/jobs/failed-jobs.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'

import { type Command, UsageError, CommandFailed } from './command.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export const listDeadJobs: Command = {
  usage: '',
  summary: 'lists jobs, such as emails, that failed permanently',
  details:
    'The payload of a job is encrypted; its kind and the last error are not. Failed jobs are deleted after 30 days.',
  options: { limit: { value: '<number>', help: 'maximum number of jobs, default 50' } },
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const dead = await failedJobs(db, numberOption(invocation.optionValue('limit'), 50, 1000))
    const counts = await jobCounts(db)
    const lines = [
      `${counts.waiting} jobs are waiting, ${counts.dead} failed permanently.`,
      ...formatColumns(dead.map((job) => [job.id, job.kind, job.failedAt ?? '', job.reason ?? ''])),
    ]
    const jobs = dead.map(({ createdAt, failedAt, ...job }) => ({
      ...job,
      created_at: createdAt,
      died_at: failedAt,
    }))
    return { data: { ...counts, jobs }, lines }
  },
}

export const retryDeadJobs: Command = {
  usage: '<job>',
  summary: 'retries a failed job, or all with --all, with another eight attempts',
  options: { all: { help: 'every failed job' } },
  args: { min: 0, max: 1 },
  isMutating: true,
  async run(invocation) {
    const [id] = invocation.args
    if ((id !== undefined) === invocation.hasFlag('all'))
      throw new UsageError('Name a job, or use --all.')
    const { db } = await invocation.database()
    if (!id) await invocation.confirm(`This retries all ${(await jobCounts(db)).dead} failed jobs.`)

    const retried = await retryFailedJobs(db, { id: id ?? null, now: invocation.now })
    if (id && retried.length === 0) throw new CommandFailed(`There is no failed job ${id}.`)
    const lines = [`The server retries ${retried.length} jobs within seconds.`]
    return { data: { retried }, lines }
  },
}
