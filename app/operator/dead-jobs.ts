import type { Db } from '#app/platform/db/connect.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'
import { moment } from '#app/platform/moment.ts'

import { numberOption } from './command-line.ts'
import { type Command, Misused, Refused } from './command.ts'
import { columns } from './terminal.ts'

export const listJobs: Command = {
  usage: '',
  summary: 'lists the jobs, such as mails, that were given up',
  details:
    'What a job is about is encrypted; its kind and the reason are not. They are kept for 30 days.',
  options: { limit: { value: '<number>', help: 'at most so many, 50 if not said' } },
  words: { least: 0, most: 0 },
  changes: false,
  async run(operation) {
    const { db } = await operation.database()
    const dead = await deadJobs(db, numberOption(operation.value('limit'), 50, 1000))
    const counts = await jobCounts(db)
    const lines = [
      `${counts.waiting} wait, ${counts.dead} were given up.`,
      ...columns(dead.map((job) => [job.id, job.kind, job.died_at ?? '', job.reason ?? ''])),
    ]
    return { data: { ...counts, jobs: dead }, lines }
  },
}

export const retryJobs: Command = {
  usage: '<job>',
  summary: 'gives a job that was given up another eight tries, or all with --all',
  options: { all: { help: 'every job that was given up' } },
  words: { least: 0, most: 1 },
  changes: true,
  async run(operation) {
    const [id] = operation.words
    if ((id !== undefined) === operation.has('all')) throw new Misused('Name one job, or --all.')
    const { db } = await operation.database()
    if (!id) await operation.confirm(`This tries all ${(await jobCounts(db)).dead} jobs again.`)

    const revived = await db
      .updateTable('jobs')
      .set({ dead_at: null, attempts: 0, run_at: operation.now, locked_until: null })
      .where('dead_at', 'is not', null)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning('id')
      .execute()
    if (id && revived.length === 0) throw new Refused(`No job ${id} was given up.`)
    const lines = [`${revived.length} jobs are tried again, by the server, within seconds.`]
    return { data: { retried: revived.map((job) => job.id) }, lines }
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
    created_at: moment(row.created_at),
    died_at: moment(row.dead_at),
  }))
}
