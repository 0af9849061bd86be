/** `npm test`: checks, then the tests on SQLite, on PostgreSQL with Redis, and in Chromium. */
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { asksForServices } from './asks-for-services.ts'
import { build } from './build.ts'
import { areFresh } from './bundles.ts'
import { check } from './check.ts'
import { chromium, howToGetChromium, installedShell } from './chromium.ts'
import { add, noCounts } from './run-files.ts'
import { postgresTrouble, postgresUrl, redisTrouble, redisUrl } from './services.ts'
import { runSuite } from './suite.ts'

const startedAt = performance.now()
const total = noCounts()
const servicesAreRequired = process.env['REQUIRE_SERVICES'] === '1'

const everywhere = { concurrency: 2, timeoutMs: 60_000 }
const tests = globSync(['{app,packages,web,testing,scripts,bench}/**/*.test.ts'], {
  exclude: ['**/node_modules/**', 'testing/architecture.test.ts'],
}).map((file) => resolve(file))
const dozens = (files: string[]) => inGroups(files, 12)
const { again = [], once = [] } = Object.groupBy(tests.toSorted(), (file) =>
  asksForServices(file) ? 'again' : 'once',
)

// What Node has compiled for one file it need not compile again for the next two hundred.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

// Fetching a browser takes a while, and little of the machine.
const browser = chromium()

await checks()
if (!(await areFresh())) await build()
await onSqlite()
await onPostgresAndRedis()
await inChromium()

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`\nTook ${seconds} s`)
const unsteady = total.unsteady > 0 ? `, ${total.unsteady} unsteady` : ''
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped${unsteady}`)
process.exit(total.failed > 0 ? 1 : 0)

async function checks(): Promise<void> {
  console.log('Checks')
  add(total, { ...noCounts(), ...(await check()) })
}

async function onSqlite(): Promise<void> {
  const env = { TEST_DATABASE: 'sqlite', TEST_REDIS_URL: '' }
  // Apart, since one kind has passwords that cost next to nothing.
  const groups = [...dozens(again), ...dozens(once)]
  add(total, await runSuite({ ...everywhere, title: 'On SQLite', groups, env }))
}

async function onPostgresAndRedis(): Promise<void> {
  const [noPostgres, noRedis] = await Promise.all([postgresTrouble(), redisTrouble()])
  if (noPostgres) missing(`PostgreSQL at ${postgresUrl} does not answer (${noPostgres}).`)
  if (noRedis) missing(`Redis at ${redisUrl} does not answer (${noRedis}).`)
  if (noPostgres && noRedis) return

  const env = {
    TEST_DATABASE: noPostgres ? 'sqlite' : 'postgres',
    TEST_POSTGRES_URL: postgresUrl,
    TEST_REDIS_URL: noRedis ? '' : redisUrl,
  }
  const title = `On ${[noPostgres ? 'SQLite' : 'PostgreSQL', ...(noRedis ? [] : ['Redis'])].join(' and ')}`
  add(total, await runSuite({ ...everywhere, title, groups: dozens(again), env }))
}

async function inChromium(): Promise<void> {
  const path = await browser
  if (!path) return missing(howToGetChromium)
  const files = globSync('e2e/*.e2e.ts').map((file) => resolve(file))
  const groups = inGroups(files.toSorted(), 4)
  const env = { CHROMIUM_PATH: path, CHROMIUM_SHELL_PATH: installedShell() ?? path }
  const settings = { concurrency: 2, timeoutMs: 120_000, env }
  add(total, await runSuite({ ...settings, title: 'In Chromium', groups }))
}

function inGroups(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, at) => files.slice(at * size, (at + 1) * size))
}

/** Counts as a failure where services are required, and is said aloud everywhere else. */
function missing(sentence: string): void {
  console.log(`\n!! ${sentence}`)
  console.log(
    servicesAreRequired ? '!! It is required here.' : '!! The tests that need it were left out.',
  )
  add(total, { ...noCounts(), [servicesAreRequired ? 'failed' : 'skipped']: 1 })
}
