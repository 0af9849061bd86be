/**
 * What a visit costs beside what it cannot cost less than: the same bytes from a bare node:http server, and React's
 * renderer alone. Everything runs on loopback, on a SQLite file of its own, and ends by itself.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { table } from '#bench/table.ts'

import { buildElement } from './build-element.ts'
import { capture, pageIn } from './capture.ts'
import { start } from './child.ts'
import { type Figures, sideBySide, type Target } from './measure.ts'
import { countQueries } from './queries.ts'
import type { ToRender } from './render-server.ts'
import { columns, rowOf } from './report.ts'
import { startOptions, timeToFirstAnswer } from './start-up.ts'
import { Visitor } from './visitor.ts'

// Many and short: a shared machine changes its speed from one second to the next, and so meets all alike.
const rounds = Number(process.env['ROUNDS'] ?? 31)
const requests = Number(process.env['REQUESTS'] ?? 500)

const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
const port = await freePort()
const origin = `http://localhost:${port}`
const env = { STORAGE_DIR: storage, PORT: String(port), APP_URL: origin }

const bundle = await buildElement(join(storage, 'element'))
const product = await start('product-server.ts', env, { options: await startOptions() })
await sleep(1000)
const atRest = (await product.usage()).rssMb

const ada = new Visitor(origin)
await ada.join(storage)
const guest = new Visitor(origin)
await guest.open('login')

const document = { server: product, path: '/dashboard', headers: ada.headers }
const { version, onceProps = {} } = pageIn((await capture(document)).body.toString())
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
    target: { ...document, headers: { ...ada.headers, ...pageVisit } },
  },
  { title: 'Dashboard, first visit (HTML)', target: document },
  {
    title: 'Login of a guest, first visit (HTML), drawn for one and kept for all',
    target: { server: product, path: '/login', headers: guest.headers },
  },
  {
    title: 'Login of a guest, first visit (HTML), drawn each time',
    target: { server: product, path: '/login?anew', headers: guest.headers },
  },
]
const queries = await countQueries(
  env,
  visits.map(({ target }) => target),
)

const rows = []
for (const [index, { title, target }] of visits.entries()) {
  const { ours, bare, render } = await measure(target)
  rows.push(rowOf({ title, ours, bare, render, queries: queries[index] ?? NaN }))
}
const afterLoad = (await product.usage()).rssMb
await product.stop()
const firstAnswer = await timeToFirstAnswer(env, 5)
await rm(storage, { recursive: true, force: true })

console.log(table([columns, ...rows]))
console.log(
  `Memory at rest ${atRest.toFixed(0)} MB, after the load ${afterLoad.toFixed(0)} MB (resident)`,
)
console.log(
  `Time to first answer ${firstAnswer.toFixed(0)} ms (start of the process to the login page, built and migrated before)`,
)
console.log(
  `Medians of ${rounds} rounds of ${requests} requests on 8 connections, on Node ${process.versions.node}`,
)

async function measure(
  target: Target,
): Promise<{ ours: Figures; bare: Figures; render: Figures | null }> {
  const bytes = await capture(target)
  const isDocument = bytes.body.toString().startsWith('<!doctype')
  const peers = [await start('bare-server.ts', {}, { input: bytes })]
  if (isDocument) {
    const page = pageIn(bytes.body.toString())
    const input = { bundle, page } satisfies ToRender
    peers.push(await start('render-server.ts', {}, { input }))
  }
  const targets = [target, ...peers.map((server) => ({ ...target, server }))]
  const [ours, bare, render = null] = await sideBySide(targets, requests, rounds)
  await Promise.all(peers.map((peer) => peer.stop()))
  if (!ours || !bare) throw new Error('Nothing was measured.')
  return { ours, bare, render }
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
