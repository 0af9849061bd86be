/** What opening the page and jumping through an account's life cost, for short lives and long ones, and with how many queries. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { buildApp } from '#app/build-app.ts'
import type { App } from '#app/http/app.ts'
import { builtAssets } from '#app/http/assets.ts'
import { systemClock as clock } from '#app/platform/clock.ts'
import { readConfig } from '#app/platform/config.ts'
import { connect } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { keyring } from '#app/platform/keys.ts'
import { post } from '#app/platform/post.ts'
import { memoryRateLimits } from '#app/platform/rate-limits.ts'
import { recordWith } from '#app/platform/record-keys.ts'
import { startSession } from '#app/platform/sessions.ts'
import { snapshotsJob } from '#app/time-travel/time-travel.ts'
import { median, table } from '#bench/table.ts'
import { Browser } from '#testing/browser.ts'

import { longLife } from './long-life.ts'

const lengths = [100, 10_000, 100_000]
const rounds = Number(process.env['ROUNDS'] ?? 60)
/** The slowest beside the quickest. */
const most = 1.5

interface Life {
  length: number
  browser: Browser
  /** Where no snapshot is there yet, and how long that kept everybody else waiting at most. */
  firstLookMs: number
  heldMs: number
  /** What the job takes that makes them, and the first look after it. */
  jobMs: number
  lookAfterJobMs: number
  /** By what is asked for. */
  ms: Record<string, number[]>
  queries: Record<string, Set<number>>
}

/** @returns whether all of it costs the same */
export async function opening(databaseUrl?: string): Promise<boolean> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const url = databaseUrl ?? `sqlite:${join(storage, 'bench.sqlite')}`
  let queries = 0
  const database = await connect(url, { onQuery: () => queries++ })
  try {
    await migrate(database)
    const config = readConfig({ STORAGE_DIR: storage, LOG_LEVEL: 'fatal' })
    const keys = keyring(config.appKeys)
    recordWith(database.db, keys)
    const assets = await builtAssets(join(import.meta.dirname, '../../dist'))
    const limits = memoryRateLimits({ clock })
    const app = await buildApp({ config, clock, database, keys, limits, assets })
    const lives: Life[] = []
    for (const length of lengths) lives.push(await begin(app, length))

    for (let round = 0; round < rounds; round++)
      for (const life of lives)
        for (const [what, query, only] of asked(life.length)) {
          queries = 0
          life.ms[what]?.push(await look(life.browser, query, only))
          life.queries[what]?.add(queries)
        }
    await app.close()
    return report(database.dialect, lives)
  } finally {
    await database.close()
    await rm(storage, { recursive: true, force: true })
  }
}

const state = 'moment,past,differences,photos,devices,events'

/** Opening the page, jumping to some moment with all of it, dragging to one, and what follows the page. */
function asked(length: number): [string, string, string?][] {
  const event = 3 + Math.floor(Math.random() * (length - 3))
  return [
    ['open', ''],
    ['jump', `?event=${event}`],
    ['drag', `?event=${event}`, state],
    ['one kind', '?type=token'],
    ['nearby', `?event=${event}`, 'nearby'],
    ["this wasn't me", `?event=${event}`, 'notMe'],
  ]
}

async function begin(app: App, length: number): Promise<Life> {
  const { db, keys, languages } = app
  const now = clock.now()
  const userId = await longLife(db, length, now)
  const text = languages.pick(null, undefined)
  const mail = post({ keys, text, languages, appName: 'Foyer', origin: 'http://localhost', now })
  const { secret } = await db
    .transaction()
    .execute((tx) =>
      startSession(
        tx,
        { keys, post: mail },
        { userId, method: 'password', remembered: true, ip: '192.0.2.1', userAgent: 'bench', now },
      ),
    )
  await agree(app, userId)
  const browser = new Browser(app)
  browser.cookies.set(app.cookieNames.session, secret)
  const ms = Object.fromEntries(asked(length).map(([what]): [string, number[]] => [what, []]))
  const counted = Object.keys(ms).map((what) => [what, new Set<number>()])
  const first = await firstLooks(app, browser, userId)
  return { length, browser, ...first, ms, queries: Object.fromEntries(counted) }
}

async function firstLooks({ db }: App, browser: Browser, userId: string) {
  await look(browser, '', 'seal')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const firstLookMs = await look(browser, '')
  delay.disable()
  await db.deleteFrom('account_snapshots').where('user_id', '=', userId).execute()
  const began = performance.now()
  await snapshotsJob({ db })({ userId }, { id: '', attempts: 1 })
  const jobMs = performance.now() - began
  return { firstLookMs, heldMs: delay.max / 1e6, jobMs, lookAfterJobMs: await look(browser, '') }
}

/** To the terms in force, which the page would ask about otherwise. */
async function agree({ db }: App, userId: string): Promise<void> {
  const { readLegal, versionsOf } = await import('#app/legal/legal.ts')
  const { terms, policy } = versionsOf(await readLegal())
  await db
    .updateTable('users')
    .set({ terms_version: terms, policy_version: policy })
    .where('id', '=', userId)
    .execute()
}

/** @returns milliseconds */
async function look(browser: Browser, query: string, only?: string): Promise<number> {
  const headers = only && {
    'x-inertia-partial-component': 'TimeTravel/Index',
    'x-inertia-partial-data': only,
  }
  const began = performance.now()
  const answer = await browser.send(`/time-travel${query}`, headers ? { headers } : {})
  const took = performance.now() - began
  if (answer.status !== 200) throw new Error(`${query} answered ${answer.status} ${answer.to}`)
  return took
}

function report(dialect: string, lives: Life[]): boolean {
  const titles = lengths.map((length) => `${length.toLocaleString('en')} events`)
  const rows = Object.keys(lives[0]?.ms ?? {}).map((what) => {
    const medians = lives.map(({ ms }) => median(ms[what] ?? []))
    const ratio = Math.max(...medians) / Math.min(...medians)
    const counts = new Set(lives.flatMap(({ queries }) => [...(queries[what] ?? [])]))
    // What follows the page holds up to a thousand events: of a short life there are fewer. What is to be taken back is
    // looked for in all that came from the same place since.
    const isBound = what !== 'nearby' && what !== "this wasn't me"
    const isMet = !isBound || ratio <= most
    const cells = medians.map((ms) => `${ms.toFixed(2)} ms`)
    const aim = isBound ? `at most ${most}` : ''
    const marked = [ratio.toFixed(2), aim, isMet ? '✔' : '✖']
    return { row: [what, ...cells, [...counts].join('–'), ...marked], isMet }
  })
  const once = (what: string, take: (life: Life) => number) => {
    return [what, ...lives.map((life) => `${take(life).toFixed(0)} ms`), '', '', '', '']
  }
  console.log(
    table([
      [`Time Travel on ${dialect}`, ...titles, 'queries', 'ratio', 'aim', ''],
      ...rows.map(({ row }) => row),
      once('first look, no snapshots', ({ firstLookMs }) => firstLookMs),
      once('… others waited at most', ({ heldMs }) => heldMs),
      once('making snapshots, a job', ({ jobMs }) => jobMs),
      once('first look after it', ({ lookAfterJobMs }) => lookAfterJobMs),
    ]),
  )
  return rows.every(({ isMet }) => isMet)
}
