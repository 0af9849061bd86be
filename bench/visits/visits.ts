/** Measures a visit against its lower bounds: the same bytes from a bare node:http server, and React's renderer alone. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { formatTable } from '#bench/format-table.ts'
import { freePort } from '#testing/free-port.ts'

import { buildElement } from './build-element.ts'
import { captureResponse, parsePageObject } from './capture-response.ts'
import { countQueries } from './count-queries.ts'
import { measureSideBySide, type Target } from './measure-load.ts'
import { npmStartOptions } from './npm-start-options.ts'
import type { RenderInput } from './render-server.ts'
import { columns, type RoundFigures, formatRow } from './report.ts'
import { startServerProcess } from './server-process.ts'
import { Visitor } from './visitor.ts'

// Many short rounds, so that changes in a shared machine's speed affect all servers.
const roundCount = numberFromEnv('ROUNDS', 11)
const requestCount = numberFromEnv('REQUESTS', 500)
// The same code can cost a fifth more in one process than in the next.
const processCount = numberFromEnv('PROCESSES', 5)

const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
const port = await freePort()
const origin = `http://localhost:${port}`
const env = { STORAGE_DIR: storage, PORT: String(port), APP_URL: origin }

const bundle = await buildElement(join(storage, 'element'))
const options = await npmStartOptions()
const launchServer = () => startServerProcess('app-server.ts', env, { options })
const first = await launchServer()
const signedInVisitor = new Visitor(origin)
await signedInVisitor.registerAccount(storage)
const guest = new Visitor(origin)
await guest.open('login')

const document = { path: '/dashboard', headers: signedInVisitor.headers }
const captured = await captureResponse({ ...document, server: first })
await first.stop()
const { version, onceProps = {} } = parsePageObject(captured.body.toString())
// The headers of the published client after the first page.
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
    request: { ...document, headers: { ...signedInVisitor.headers, ...pageVisit } },
  },
  { title: 'Dashboard, first visit (HTML)', request: document },
  {
    title: 'Login of a guest, first visit (HTML), from the page cache',
    request: { path: '/login', headers: guest.headers },
  },
  {
    title: 'Login of a guest, first visit (HTML), rendered each time',
    request: { path: '/login?uncached', headers: guest.headers },
  },
].map((visit) => ({ ...visit, rounds: new Array<RoundFigures>() }))
const queries = await countQueries(
  env,
  visits.map(({ request }) => request),
)

let rssAfterLoad = NaN
for (let remaining = processCount; remaining > 0; remaining--) {
  const server = await launchServer()
  for (const { request, rounds } of visits) rounds.push(...(await measure({ ...request, server })))
  rssAfterLoad = (await server.usage()).rssMb
  await server.stop()
}

const rows = visits.map(({ title, rounds }, index) =>
  formatRow(title, queries[index] ?? NaN, rounds),
)
console.log(formatTable([columns, ...rows]))
console.log(`Resident memory after the load ${rssAfterLoad.toFixed(0)} MB`)
console.log(
  `Medians of ${roundCount} rounds of ${requestCount} requests on 8 connections in each of ${processCount} processes, on Node ${process.versions.node}. The ratio is the median of the ratios per round.`,
)

async function measure(target: Target): Promise<RoundFigures[]> {
  const bytes = await captureResponse(target)
  const isDocument = bytes.body.toString().startsWith('<!doctype')
  const baselines = [await startServerProcess('bare-server.ts', {}, { input: bytes })]
  if (isDocument) {
    const page = parsePageObject(bytes.body.toString())
    const input = { bundle, page } satisfies RenderInput
    baselines.push(await startServerProcess('render-server.ts', {}, { input }))
  }
  const targets = [target, ...baselines.map((server) => ({ ...target, server }))]
  const rounds = await measureSideBySide(targets, requestCount, roundCount)
  await Promise.all(baselines.map((baseline) => baseline.stop()))
  return rounds.map(([ours, bare, render = null]) => {
    if (!ours || !bare) throw new Error('No measurements')
    return { ours, bare, render }
  })
}

function numberFromEnv(name: string, defaultValue: number): number {
  const value = Number(process.env[name] ?? defaultValue)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`${name} must be a whole number above 0.`)
}
