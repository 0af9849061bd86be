/**
 * Measures pages of the lists in the admin area with a thousand and with a million accounts and as many teams, in turns.
 * `BENCH_POSTGRES` names the URLs of two empty databases, separated by a comma, to measure PostgreSQL instead of SQLite.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { formatTable } from '#bench/format-table.ts'
import { measureRounds, type SizedServer } from '#bench/scale/measure.ts'
import { accountSecret, seedAccounts } from '#bench/scale/seed-accounts.ts'
import { npmStartOptions } from '#bench/visits/npm-start-options.ts'
import { startServerProcess } from '#bench/visits/server-process.ts'
import { freePort } from '#testing/free-port.ts'

import { prepareLists } from './prepare-lists.ts'

const maxRatio = 1.5
const sizes = [1000, Number(process.env['ACCOUNTS'] ?? 1_000_000)]
const postgresUrls = process.env['BENCH_POSTGRES']?.split(',')

const storage = await mkdtemp(join(tmpdir(), 'foyer-admin-lists-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
const options = await npmStartOptions()

const servers: (SizedServer & Awaited<ReturnType<typeof prepareLists>>)[] = []
for (const [index, accounts] of sizes.entries()) {
  const port = await freePort()
  const url = postgresUrls?.[index]
  const env = {
    STORAGE_DIR: join(storage, String(accounts)),
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...(url && { DATABASE_URL: url }),
  }
  const startedAt = performance.now()
  await seedAccounts(env, accounts)
  const middle = await prepareLists(env)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${accounts.toLocaleString('en')} accounts and teams: filled in ${seconds.toFixed(0)} s`,
  )
  const server = await startServerProcess('app-server.ts', env, { options })
  servers.push({ accounts, server, ...middle })
}

/** The cursors are those of the middle of each database. */
const pages: [
  title: string,
  path: (middle: { account: string; key: string; team: string }) => string,
][] = [
  ['People, the newest', () => '/admin'],
  ['People, from the middle', ({ account }) => `/admin?cursor=${account}`],
  ['People by address, from the middle', ({ key }) => `/admin?sort=address&cursor=${key}`],
  ['People, locked', () => '/admin?filter=locked'],
  ['People, not verified, oldest first', () => '/admin?filter=unverified&sort=oldest'],
  ['People, search by name', () => '/admin?search=person+1'],
  [
    'People, search by address',
    // More than a page of matches in both.
    ({ key }) => `/admin?search=${encodeURIComponent(key.slice(0, 1))}`,
  ],
  ['Teams, the newest', () => '/admin/teams'],
  ['Teams, from the middle', ({ team }) => `/admin/teams?cursor=${team}`],
  ['Teams, search by name', () => '/admin/teams?search=team+1'],
  ['Teams, search by URL', () => '/admin/teams?search=team-'],
]

let isMet = true
const rows: string[][] = []
for (const [title, path] of pages) {
  const pathFor = new Map(servers.map(({ server, ...middle }) => [server, path(middle)]))
  const next = ({ server }: SizedServer) => ({
    path: pathFor.get(server) ?? '',
    cookie: accountSecret(0),
  })
  await measureRounds(servers, { title, requests: 40, rounds: 1, next })
  const [small, large] = await measureRounds(servers, { title, requests: 100, rounds: 5, next })
  if (!small || !large) continue
  const ratio = large.cpuMs / small.cpuMs
  const latencyRatio = large.p50Ms / small.p50Ms
  const isGood = ratio <= maxRatio && latencyRatio <= maxRatio
  isMet &&= isGood
  rows.push([
    title,
    `${small.cpuMs.toFixed(2)} ms`,
    `${large.cpuMs.toFixed(2)} ms`,
    ratio.toFixed(2),
    latencyRatio.toFixed(2),
    `at most ${maxRatio}`,
    isGood ? '✔' : '✖',
  ])
}
console.log(
  formatTable([['page', 'CPU small', 'CPU large', 'ratio', 'p50 ratio', 'target', ''], ...rows]),
)
for (const { server } of servers) await server.stop()
process.exit(isMet ? 0 : 1)
