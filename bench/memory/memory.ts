/**
 * Measures whether the memory of a server grows under mixed traffic: changes, pages of accounts and guests, wrong sign-ins and sockets.
 * `MINUTES` is 30 unless set; `DATABASE_URL` may name an empty PostgreSQL database.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { formatTable } from '#bench/format-table.ts'
import { npmStartOptions } from '#bench/visits/npm-start-options.ts'
import { startServerProcess } from '#bench/visits/server-process.ts'
import { freePort } from '#testing/free-port.ts'
import { signInAccounts } from '#testing/load-accounts.ts'
import { LoadGenerator } from '#testing/load-generator.ts'

import { GuestTraffic } from './guest-traffic.ts'

/** Of the heap, per 10,000 requests, after the first third of the time. */
const maxGrowthMb = 1
const people = 6
const minutes = Number(process.env['MINUTES'] ?? 30)

const storage = await mkdtemp(join(tmpdir(), 'foyer-memory-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
const port = await freePort()
const origin = `http://localhost:${port}`
const channelsKey = 'memory'
const settings = {
  STORAGE_DIR: storage,
  DATABASE_URL: process.env['DATABASE_URL'] ?? `sqlite:${join(storage, 'foyer.sqlite')}`,
  PORT: String(port),
  APP_URL: origin,
  TRUST_PROXY: '127.0.0.1',
  NEW_DEVICE_CODE: '0',
  LOG_LEVEL: 'warn',
  CHANNELS_APP_ID: '1',
  CHANNELS_KEY: channelsKey,
  CHANNELS_SECRET: 'a secret of the benchmark',
}
const options = [...(await npmStartOptions()), '--expose-gc']
const server = await startServerProcess('app-server.ts', settings, { options })
const load = new LoadGenerator(await signInAccounts(origin, settings, people))
const guests = new GuestTraffic(origin, channelsKey)

const samples: { requests: number; rssMb: number; heapMb: number }[] = []
const head = ['minute', 'requests', 'sockets', 'RSS', 'heap after GC']
const rows: string[][] = []
for (let minute = 1; minute <= minutes; minute++) {
  await sleep(60_000)
  const { rssMb, heapMb } = await server.usage()
  const requests = load.requests + guests.requests
  samples.push({ requests, rssMb, heapMb })
  const sizes = [rssMb, heapMb].map((size) => `${size.toFixed(1)} MB`)
  rows.push([minute, requests, guests.sockets, ...sizes].map(String))
  console.error(rows.at(-1)?.join('  '))
}
await Promise.all([load.stop(), guests.stop()])
await server.stop()

const settled = samples.slice(Math.floor(samples.length / 3))
const growthMb = slope(settled.map(({ requests, heapMb }) => [requests / 10_000, heapMb]))
console.log(formatTable([head, ...rows]))
console.log(
  `The heap grew by ${growthMb.toFixed(2)} MB in 10,000 requests (limit ${maxGrowthMb} MB).`,
)
process.exit(growthMb > maxGrowthMb ? 1 : 0)

/** Of the least-squares line through points. */
function slope(points: [x: number, y: number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)))
  return covariance / mean(points.map(([x]) => (x - meanX) ** 2))
}
