/**
 * Measures how long another person's visit takes while 300 people sign in at once, beside a bare server that only hashes their
 * passwords, in turns. `BENCH_POSTGRES` names the URL of an empty database to measure PostgreSQL instead of SQLite.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { formatTable, median } from '#bench/format-table.ts'
import { measureRounds } from '#bench/scale/measure.ts'
import { accountSecret, seedAccounts } from '#bench/scale/seed-accounts.ts'
import { signIn, workloads } from '#bench/scale/workloads.ts'
import { npmStartOptions } from '#bench/visits/npm-start-options.ts'
import { startServerProcess } from '#bench/visits/server-process.ts'
import { freePort } from '#testing/free-port.ts'

import { type BurstFigures, measureBurst } from './measure-burst.ts'

const accounts = 6000
const signInCount = 300
const rounds = 5
const maxRatio = 3

const storage = await mkdtemp(join(tmpdir(), 'foyer-sign-ins-'))
const options = await npmStartOptions()
const port = await freePort()
const postgresUrl = process.env['BENCH_POSTGRES']
const env = {
  STORAGE_DIR: storage,
  PORT: String(port),
  APP_URL: `http://localhost:${port}`,
  TRUST_PROXY: '127.0.0.1',
  NEW_DEVICE_CODE: '0',
  LOG_LEVEL: 'warn',
  ...(postgresUrl && { DATABASE_URL: postgresUrl }),
}
await seedAccounts(env, accounts)
const foyer = await startServerProcess('app-server.ts', env, { options })
const bare = await startServerProcess('../sign-ins/bare-server.ts', {}, { options })
for (const workload of workloads.slice(0, 3))
  await measureRounds([{ server: foyer, accounts }], { ...workload, rounds: 1 })

const visit = { path: '/dashboard', cookie: accountSecret(0) }
const results: { title: string; bursts: BurstFigures[] }[] = [
  { title: 'Foyer', bursts: [] },
  { title: 'bare server', bursts: [] },
]
for (let round = 0; round < rounds; round++) {
  for (const [index, server] of [foyer, bare].entries()) {
    const signIns = Array.from({ length: signInCount }, signIn)
    results[index]?.bursts.push(await measureBurst(server, visit, signIns))
  }
}
await foyer.stop()
await bare.stop()
await rm(storage, { recursive: true })

const rows = results.map(({ title, bursts }) => {
  const middle = (figure: (burst: BurstFigures) => number) => median(bursts.map(figure))
  return [
    title,
    `${middle(({ idleP99Ms }) => idleP99Ms).toFixed(1)} ms`,
    `${middle(({ burstP99Ms }) => burstP99Ms).toFixed(1)} ms`,
    middle(({ ratio }) => ratio).toFixed(1),
    bursts.map(({ ratio }) => ratio.toFixed(1)).join(' '),
    String(bursts.reduce((sum, { refused }) => sum + refused, 0)),
    `${middle(({ seconds }) => seconds).toFixed(1)} s`,
  ]
})
console.log(
  formatTable([
    [
      `${signInCount} sign-ins at once`,
      'p99 alone',
      'meanwhile',
      'ratio',
      'each',
      'refused',
      'took',
    ],
    ...rows,
  ]),
)
const ratio = median(results[0]?.bursts.map((burst) => burst.ratio) ?? [])
const refused = results[0]?.bursts.some((burst) => burst.refused > 0)
console.log(`Limit for Foyer: ${maxRatio} times, none refused.`)
process.exit(ratio <= maxRatio && !refused ? 0 : 1)
