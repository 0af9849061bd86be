/**
 * What a visit costs beside what it cannot cost less than: the same bytes from a bare node:http server, and React's
 * renderer alone. Everything runs on loopback, on a SQLite file of its own, and ends by itself.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { table } from '#bench/table.ts'

import { buildElement } from './build-element.ts'
import { capture, pageIn } from './capture.ts'
import { start } from './child.ts'
import { sideBySide, type Target } from './measure.ts'
import { countQueries } from './queries.ts'
import type { ToRender } from './render-server.ts'
import { columns, type Measured, rowOf } from './report.ts'
import { startOptions, timeToFirstAnswer } from './start-up.ts'
import { Visitor } from './visitor.ts'

// Short and many: a shared machine changes its speed from one second to the next, and so meets all alike.
const rounds = setting('ROUNDS', 11)
const requests = setting('REQUESTS', 500)
// The same code can cost a fifth more in one process than in the next, from its start to its end.
const processes = setting('PROCESSES', 5)

const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
const port = await freePort()
const origin = `http://localhost:${port}`
const env = { STORAGE_DIR: storage, PORT: String(port), APP_URL: origin }

const bundle = await buildElement(join(storage, 'element'))
const options = await startOptions()
const launch = () => start('product-server.ts', env, { options })
const first = await launch()
const ada = new Visitor(origin)
await ada.join(storage)
const guest = new Visitor(origin)
await guest.open('login')

const document = { path: '/dashboard', headers: ada.headers }
const seen = await capture({ ...document, server: first })
await first.stop()
const { version, onceProps = {} } = pageIn(seen.body.toString())
// As the published client asks, once it shows the page.
const pageVisit = {
  accept: 'text/html, application/xhtml+xml',
  'x-requested-with': 'XMLHttpRequest',
  'x-inertia': 'true',
  'x-inertia-version': version,
  'x-inertia-except-once-props': Object.keys(onceProps).join(','),
}
const visits = [
  {
    title: 'Dashboard, page visit (JSON)',
    asked: { ...document, headers: { ...ada.headers, ...pageVisit } },
  },
  { title: 'Dashboard, first visit (HTML)', asked: document },
  {
    title: 'Login of a guest, first visit (HTML), drawn for one and kept for all',
    asked: { path: '/login', headers: guest.headers },
  },
  {
    title: 'Login of a guest, first visit (HTML), drawn each time',
    asked: { path: '/login?anew', headers: guest.headers },
  },
].map((visit) => ({ ...visit, found: new Array<Measured>() }))
const queries = await countQueries(
  env,
  visits.map(({ asked }) => asked),
)

let [atRest, afterLoad] = [NaN, NaN]
for (let left = processes; left > 0; left--) {
  const product = await launch()
  await sleep(1000)
  atRest = (await product.usage()).rssMb
  for (const { asked, found } of visits)
    found.push(...(await measure({ ...asked, server: product })))
  afterLoad = (await product.usage()).rssMb
  await product.stop()
}
const firstAnswer = await timeToFirstAnswer(env, 5)

const rows = visits.map(({ title, found }, index) => rowOf(title, queries[index] ?? NaN, found))
console.log(table([columns, ...rows]))
console.log(
  `Memory at rest ${atRest.toFixed(0)} MB, after the load ${afterLoad.toFixed(0)} MB (resident)`,
)
console.log(
  `Time to first answer ${firstAnswer.toFixed(0)} ms (start of the process to the login page, built and migrated before)`,
)
console.log(
  `Medians of ${rounds} rounds of ${requests} requests on 8 connections in each of ${processes} processes, on Node ${process.versions.node}. The ratio is the median of the rounds' own.`,
)

async function measure(target: Target): Promise<Measured[]> {
  const bytes = await capture(target)
  const isDocument = bytes.body.toString().startsWith('<!doctype')
  const peers = [await start('bare-server.ts', {}, { input: bytes })]
  if (isDocument) {
    const page = pageIn(bytes.body.toString())
    const input = { bundle, page } satisfies ToRender
    peers.push(await start('render-server.ts', {}, { input }))
  }
  const targets = [target, ...peers.map((server) => ({ ...target, server }))]
  const found = await sideBySide(targets, requests, rounds)
  await Promise.all(peers.map((peer) => peer.stop()))
  return found.map(([ours, bare, render = null]) => {
    if (!ours || !bare) throw new Error('Nothing was measured.')
    return { ours, bare, render }
  })
}

function setting(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`${name} must be a whole number above 0.`)
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    const found = typeof address === 'object' ? address?.port : undefined
    server.close(() => (found ? resolve(found) : reject(new Error('No port is free.'))))
  })
  return promise
}
