/** Measures opening Time Travel and jumping through histories of different lengths, with query counts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { productionAssets } from '#app/http/inertia/assets.ts'
import type { App } from '#app/http/server/app-type.ts'
import { systemClock as clock } from '#app/platform/clock/clock.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { createFileStore } from '#app/platform/files/file-store.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { buildApp } from '#app/server/build-app.ts'
import { snapshotsJob } from '#app/time-travel/time-travel.ts'
import { median, formatTable } from '#bench/format-table.ts'
import { signIn } from '#bench/sign-in.ts'
import { TestBrowser } from '#testing/test-browser.ts'

import { createLongHistory } from './create-long-history.ts'

const eventCounts = [100, 10_000, 100_000]
const rounds = Number(process.env['ROUNDS'] ?? 60)
/** The slowest divided by the fastest. */
const maxRatio = 1.5

interface TestAccount {
  eventCount: number
  browser: TestBrowser
  /** The first load without snapshots, and the longest event-loop delay it caused. */
  firstLookMs: number
  blockedMs: number
  /** The duration of the snapshot job, and of the first load after it. */
  jobMs: number
  lookAfterJobMs: number
  /** By request title. */
  ms: Record<string, number[]>
  queries: Record<string, Set<number>>
}

/** @returns whether the cost is independent of the history's length */
export async function measurePageLoads(databaseUrl?: string): Promise<boolean> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const url = databaseUrl ?? `sqlite:${join(storage, 'bench.sqlite')}`
  let queries = 0
  const database = await connect(url, { onQuery: () => queries++ })
  try {
    await migrate(database)
    const config = readConfig({ STORAGE_DIR: storage, LOG_LEVEL: 'fatal' })
    const keys = createKeyring(config.appKeys)
    setSigningKeys(database.db, keys)
    const assets = await productionAssets(join(import.meta.dirname, '../../dist'))
    const limits = memoryRateLimits({ clock })
    const files = await createFileStore(config)
    const app = await buildApp({ config, clock, database, keys, limits, files, assets })
    const accounts: TestAccount[] = []
    for (const eventCount of eventCounts) accounts.push(await prepareAccount(app, eventCount))

    for (let round = 0; round < rounds; round++)
      for (const account of accounts)
        for (const [title, query, partialProps] of requestsFor(account.eventCount)) {
          queries = 0
          account.ms[title]?.push(await loadPage(account.browser, query, partialProps))
          account.queries[title]?.add(queries)
        }
    await app.close()
    return report(database.dialect, accounts)
  } finally {
    await database.close()
    await rm(storage, { recursive: true, force: true })
  }
}

const statePropNames = 'moment,past,differences,photoUrls,devices,events'

/** Opening the page, jumping to a moment, dragging to one, and requests that follow the page. */
function requestsFor(eventCount: number): [string, string, string?][] {
  const event = 3 + Math.floor(Math.random() * (eventCount - 3))
  return [
    ['open', ''],
    ['jump', `?event=${event}`],
    ['drag', `?event=${event}`, statePropNames],
    ['one kind', '?type=token'],
    ['two moments', `?event=${event}&with=${new Date(Date.now() - 3_600_000).toISOString()}`],
    ['search', '?search=nothing'],
    ['nearby', `?event=${event}`, 'eventWindow'],
    ["this wasn't me", `?event=${event}`, 'takeover'],
  ]
}

async function prepareAccount(app: App, eventCount: number): Promise<TestAccount> {
  const userId = await createLongHistory(app, eventCount, clock.now())
  const secret = await signIn(app, userId)
  const browser = new TestBrowser(app)
  browser.cookies.set(app.cookieNames.session, secret)
  const ms = Object.fromEntries(
    requestsFor(eventCount).map(([title]): [string, number[]] => [title, []]),
  )
  const queryCounts = Object.keys(ms).map((title) => [title, new Set<number>()])
  const firstLoads = await measureFirstLoads(app, browser, userId)
  return { eventCount, browser, ...firstLoads, ms, queries: Object.fromEntries(queryCounts) }
}

async function measureFirstLoads({ db, log }: App, browser: TestBrowser, userId: string) {
  await loadPage(browser, '', 'integrity')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const firstLookMs = await loadPage(browser, '')
  delay.disable()
  await db.deleteFrom('account_snapshots').where('user_id', '=', userId).execute()
  const startedAt = performance.now()
  await snapshotsJob({ db })({ userId }, { id: '', attempts: 1, log })
  const jobMs = performance.now() - startedAt
  return {
    firstLookMs,
    blockedMs: delay.max / 1e6,
    jobMs,
    lookAfterJobMs: await loadPage(browser, ''),
  }
}

/** @returns milliseconds */
async function loadPage(
  browser: TestBrowser,
  query: string,
  partialProps?: string,
): Promise<number> {
  const headers = partialProps && {
    'x-inertia-partial-component': 'TimeTravel/Index',
    'x-inertia-partial-data': partialProps,
  }
  const startedAt = performance.now()
  const response = await browser.visitPath(`/time-travel${query}`, headers ? { headers } : {})
  const took = performance.now() - startedAt
  if (response.status !== 200)
    throw new Error(`${query} answered ${response.status} ${response.location}`)
  return took
}

function report(dialect: string, accounts: TestAccount[]): boolean {
  const titles = eventCounts.map((eventCount) => `${eventCount.toLocaleString('en')} events`)
  const rows = Object.keys(accounts[0]?.ms ?? {}).map((title) => {
    const medians = accounts.map(({ ms }) => median(ms[title] ?? []))
    const ratio = Math.max(...medians) / Math.min(...medians)
    const counts = new Set(accounts.flatMap(({ queries }) => [...(queries[title] ?? [])]))
    // These depend on the data: a short history has fewer nearby events and fewer to search, and the takeover search covers everything since.
    const hasLimit = !['nearby', 'search', "this wasn't me"].includes(title)
    const isMet = !hasLimit || ratio <= maxRatio
    const cells = medians.map((ms) => `${ms.toFixed(2)} ms`)
    const target = hasLimit ? `at most ${maxRatio}` : ''
    const resultCells = [ratio.toFixed(2), target, isMet ? '✔' : '✖']
    return { row: [title, ...cells, [...counts].join('–'), ...resultCells], isMet }
  })
  const singleValueRow = (title: string, valueOf: (account: TestAccount) => number) => {
    return [
      title,
      ...accounts.map((account) => `${valueOf(account).toFixed(0)} ms`),
      '',
      '',
      '',
      '',
    ]
  }
  console.log(
    formatTable([
      [`Time Travel on ${dialect}`, ...titles, 'queries', 'ratio', 'target', ''],
      ...rows.map(({ row }) => row),
      singleValueRow('first look, no snapshots', ({ firstLookMs }) => firstLookMs),
      singleValueRow('… event loop blocked at most', ({ blockedMs }) => blockedMs),
      singleValueRow('snapshot job', ({ jobMs }) => jobMs),
      singleValueRow('first look after it', ({ lookAfterJobMs }) => lookAfterJobMs),
    ]),
  )
  return rows.every(({ isMet }) => isMet)
}
