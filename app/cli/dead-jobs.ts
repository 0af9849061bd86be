import type { Db } from '#app/platform/db/connect.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { type Command, UsageError, CommandFailed } from './command.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export const listDeadJobs: Command = {
  usage: '',
  summary: 'lists jobs, such as emails, that failed for good',
  details:
    'The payload of a job is encrypted; its kind and the last error are not. Failed jobs are deleted after 30 days.',
  options: { limit: { value: '<number>', help: 'maximum number of jobs, default 50' } },
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const dead = await deadJobs(db, numberOption(invocation.optionValue('limit'), 50, 1000))
    const counts = await jobCounts(db)
    const lines = [
      `${counts.waiting} jobs are waiting, ${counts.dead} failed for good.`,
      ...formatColumns(dead.map((job) => [job.id, job.kind, job.died_at ?? '', job.reason ?? ''])),
    ]
    return { data: { ...counts, jobs: dead }, lines }
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

    const retried = await db
      .updateTable('jobs')
      .set({ dead_at: null, attempts: 0, run_at: invocation.now, locked_until: null })
      .where('dead_at', 'is not', null)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning('id')
      .execute()
    if (id && retried.length === 0) throw new CommandFailed(`There is no failed job ${id}.`)
    const lines = [`The server retries ${retried.length} jobs within seconds.`]
    return { data: { retried: retried.map((job) => job.id) }, lines }
  },
}

async function deadJobs(db: Db, limit: number) {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'attempts', 'last_error', 'dead_at', 'created_at'])
    .where('dead_at', 'is not', null)
    .orderBy('dead_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    reason: row.last_error,
    created_at: toIso(row.created_at),
    died_at: toIso(row.dead_at),
  }))
}
