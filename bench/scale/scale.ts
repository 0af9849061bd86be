/**
 * Measures what size costs: the same requests on a small database and on one with a million accounts and two million sessions,
 * in turns, how long periodic tasks hold the event loop there, and how long a start, a backup and an upgrade take. `BENCH_POSTGRES` names the URLs of two empty databases,
 * separated by a comma, to measure PostgreSQL instead of SQLite. `SCALE_STORAGE` names a folder that keeps the filled database for
 * the next run.
 */
import { fork } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { formatTable } from '#bench/format-table.ts'
import { npmStartOptions } from '#bench/visits/npm-start-options.ts'
import { nextMessage, startServerProcess } from '#bench/visits/server-process.ts'
import { freePort } from '#testing/free-port.ts'

import { measureOperations } from './measure-operations.ts'
import { measureSizes } from './measure-sizes.ts'
import type { TaskFigures } from './measure-tasks.ts'
import { type Figures, measureRounds, type SizedServer } from './measure.ts'
import { measurePostgres } from './postgres-usage.ts'
import { seedAccounts } from './seed-accounts.ts'
import { workloads } from './workloads.ts'

const maxRatio = 1.2
const maxHoldMs = 50
const sizes = [6000, Number(process.env['ACCOUNTS'] ?? 1_000_000)]
const postgresUrls = process.env['BENCH_POSTGRES']?.split(',')

const storage = await mkdtemp(join(tmpdir(), 'foyer-scale-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
const options = await npmStartOptions()

const environments: Record<string, string>[] = []
const servers: SizedServer[] = []
for (const [index, accounts] of sizes.entries()) {
  const port = await freePort()
  const isLarge = index === sizes.length - 1
  const folder = join((isLarge && process.env['SCALE_STORAGE']) || storage, String(accounts))
  const isFilled = existsSync(join(folder, 'filled'))
  const url = postgresUrls?.[index]
  const env = {
    STORAGE_DIR: folder,
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
    NEW_DEVICE_CODE: '0',
    LOG_LEVEL: 'warn',
    ...(url && { DATABASE_URL: url }),
  }
  environments.push(env)
  if (!isFilled) await seedAndReport(env, accounts)
  const server = await startServerProcess('app-server.ts', env, { options })
  servers.push({ accounts, server, postgres: url ? await measurePostgres(url) : null })
}

const warmUp = workloads.filter(({ title }) => !title.includes('after') && title !== 'Sign-in')
for (const workload of warmUp) await measureRounds(servers, { ...workload, rounds: 1 })

let isMet = true
const rows: string[][] = []
for (const workload of workloads) {
  const [small, large] = await measureRounds(servers, workload)
  if (small && large) rows.push(formatRow(workload.title, small, large))
}
console.log(
  formatTable([
    [
      'request',
      'CPU small',
      'CPU large',
      'ratio',
      'PostgreSQL small',
      'PostgreSQL large',
      'p50 ratio',
      'p99 large',
      'target',
      '',
    ],
    ...rows,
  ]),
)
for (const { server, postgres } of servers) {
  await server.stop()
  await postgres?.close()
}

const sizesOfTables = await measureSizes(environments.at(-1) ?? {})
console.log(
  formatTable([
    ['table', 'rows', 'table or index', 'bytes per row of the table'],
    ...sizesOfTables.map(({ table, rows, name, bytesPerRow }) => [
      table,
      rows.toLocaleString('en'),
      name,
      bytesPerRow.toFixed(0),
    ]),
  ]),
)

const tasks = await measureTasks(environments.at(-1) ?? {})
console.log(
  formatTable([
    [
      'periodic task, large',
      'took',
      'longest hold of the event loop',
      'longest work',
      'target',
      '',
    ],
    ...tasks.map(({ title, seconds, longestHoldMs, longestWorkMs }) => [
      title,
      `${seconds.toFixed(1)} s`,
      `${longestHoldMs.toFixed(0)} ms`,
      `${longestWorkMs.toFixed(0)} ms`,
      `at most ${maxHoldMs} ms`,
      mark(longestHoldMs <= maxHoldMs),
    ]),
  ]),
)
// Last, since the rollback also removes what the seeded accounts have in newer tables.
const operations = await measureOperations(environments.at(-1) ?? {}, { oldest: '045' })
console.log(
  formatTable([
    ['operation, large', 'took'],
    ...operations.map(({ title, seconds }) => [title, `${seconds.toFixed(1)} s`]),
  ]),
)
process.exit(isMet ? 0 : 1)

function formatRow(title: string, small: Figures, large: Figures): string[] {
  const ratio = large.cpuMs / small.cpuMs
  return [
    title,
    `${small.cpuMs.toFixed(2)} ms`,
    `${large.cpuMs.toFixed(2)} ms`,
    ratio.toFixed(2),
    ...[small, large].map(({ postgresCpuMs }) =>
      Number.isNaN(postgresCpuMs) ? '' : `${postgresCpuMs.toFixed(2)} ms`,
    ),
    (large.p50Ms / small.p50Ms).toFixed(2),
    `${large.p99Ms.toFixed(0)} ms`,
    `at most ${maxRatio}`,
    mark(ratio <= maxRatio),
  ]
}

function mark(isGood: boolean): string {
  isMet &&= isGood
  return isGood ? '✔' : '✖'
}

async function seedAndReport(env: Record<string, string>, accounts: number): Promise<void> {
  const startedAt = performance.now()
  const { accountUs, bytes } = await seedAccounts(env, accounts)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${accounts.toLocaleString('en')} accounts: filled in ${seconds.toFixed(0)} s, ${(bytes / 1e6).toFixed(0)} MB; an account by the product's own code ${accountUs.toFixed(0)} µs`,
  )
  await writeFile(join(env['STORAGE_DIR'] ?? '', 'filled'), '')
}

async function measureTasks(env: Record<string, string>): Promise<TaskFigures[]> {
  const child = fork(join(import.meta.dirname, 'measure-tasks.ts'), {
    env: { PATH: process.env['PATH'], ...env },
    serialization: 'advanced',
  })
  const [figures] = await nextMessage(child)
  return figures
}
