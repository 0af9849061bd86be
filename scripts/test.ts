/**
 * `npm test`: checks, then the tests on SQLite, on PostgreSQL with Redis, and in Chromium. `npm test -- <file or folder> …`
 * runs the tests there, without the checks.
 */
import { join } from 'node:path'

import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'

import { build } from './build.ts'
import { runChecks } from './check.ts'
import { installPackagesOfTests } from './debian-packages.ts'
import { findOrInstallChromium, chromiumInstallHint, findHeadlessShell } from './find-chromium.ts'
import { addCounts, emptyCounts } from './run-test-files.ts'
import { runWithRetry } from './run-with-retry.ts'
import { selectTests } from './select-tests.ts'
import { postgresError, postgresUrl, redisError, redisUrl } from './services.ts'

const startedAt = performance.now()
const totals = emptyCounts()
const servicesAreRequired = process.env['REQUIRE_SERVICES'] === '1'

const paths = process.argv.slice(2)
const tests = selectTests(paths)
// More than the cores: a test often waits for a database, a timer or a process that it started.
const concurrency = 4
const waitForSlot = concurrencyLimit({ concurrency, maxQueued: Infinity })
// Long, for slow machines. Ten thousand rounds of a race take minutes.
const timeoutMs = process.env['RACE_ROUNDS'] ? 900_000 : 180_000
const maxFilesPerProcess = { inNode: 40, inBrowser: 14 }

/** These start first, each in its own process, so that nothing waits for them at the end. */
const longestTests = /(accessibility\.e2e|faults\.test)\.ts$/

// Node need not compile again for the next two hundred files what it has compiled for one.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

// Fetching a browser takes a while, and little of the machine.
const chromiumPath = tests.inBrowser.length > 0 ? findOrInstallChromium() : null

// One after the other: apt is locked while it runs.
const packagesOfTests = servicesAreRequired
  ? Promise.resolve(chromiumPath).then(installPackagesOfTests)
  : null

if (paths.length === 0) await checkEverything()
await packagesOfTests
await build(['pages', 'server', 'test-server'])
const filesOnSqlite = [...tests.onServices, ...tests.onSqlite]
const path = await chromiumPath
// All suites start at once, so that none idles at the end of another. The first is half of the work.
await Promise.all([
  tests.inBrowser.length > 0 && testInChromium(path),
  filesOnSqlite.length + tests.once.length > 0 && testOnSqlite(),
  tests.onServices.length > 0 && testOnPostgresAndRedis(),
])

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`\nTook ${seconds} s`)
if (totals.flaky > 0) console.log(`Flaky: ${totals.flaky}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)

async function checkEverything(): Promise<void> {
  console.log('Checks')
  addCounts(totals, { ...emptyCounts(), ...(await runChecks()) })
}

async function testOnSqlite(): Promise<void> {
  const env = { TEST_DATABASE: 'sqlite', TEST_REDIS_URL: '' }
  // Apart, since one kind has passwords that cost next to nothing. The longest files are among those that run once.
  await runInNode('on SQLite', [tests.once, filesOnSqlite], env)
}

async function testOnPostgresAndRedis(): Promise<void> {
  const [postgresProblem, redisProblem] = await Promise.all([postgresError(), redisError()])
  if (postgresProblem)
    reportMissingService(`PostgreSQL at ${postgresUrl} does not answer (${postgresProblem}).`)
  if (redisProblem) reportMissingService(`Redis at ${redisUrl} does not answer (${redisProblem}).`)
  if (postgresProblem && redisProblem) return

  const env = {
    TEST_DATABASE: postgresProblem ? 'sqlite' : 'postgres',
    TEST_POSTGRES_URL: postgresUrl,
    TEST_REDIS_URL: redisProblem ? '' : redisUrl,
  }
  const title = `on ${[postgresProblem ? 'SQLite' : 'PostgreSQL', ...(redisProblem ? [] : ['Redis'])].join(' and ')}`
  await runInNode(title, [tests.onServices], env)
}

async function runInNode(
  title: string,
  kinds: string[][],
  env: Record<string, string>,
): Promise<void> {
  const groups = groupsOf(kinds, maxFilesPerProcess.inNode)
  addCounts(totals, await runWithRetry({ concurrency, timeoutMs, waitForSlot, groups, title, env }))
}

async function testInChromium(path: string | null): Promise<void> {
  if (!path) return reportMissingService(chromiumInstallHint)
  const groups = groupsOf([tests.inBrowser], maxFilesPerProcess.inBrowser)
  const env = { CHROMIUM_PATH: path, CHROMIUM_SHELL_PATH: findHeadlessShell() ?? path }
  const settings = { concurrency: 2, waitForSlot, timeoutMs: 240_000, env }
  addCounts(totals, await runWithRetry({ ...settings, title: 'in Chromium', groups }))
}

/** The longest first. */
function groupsOf(kinds: string[][], maxSize: number): string[][] {
  const isLong = (file: string) => longestTests.test(file)
  const longest = kinds.flat().filter(isLong)
  const others = kinds.map((files) => files.filter((file) => !isLong(file)))
  return [...longest.map((file) => [file]), ...others.flatMap((files) => split(files, maxSize))]
}

/** Splits neighbours into different groups, because the files of one folder take a similar time. */
function split(files: string[], maxSize: number): string[][] {
  const count = Math.ceil(files.length / maxSize)
  return Array.from({ length: count }, (_, at) =>
    files.filter((_file, index) => index % count === at),
  )
}

/** Counts as a failure where services are required, and is reported everywhere else. */
function reportMissingService(message: string): void {
  console.log(`\n!! ${message}`)
  console.log(
    servicesAreRequired ? '!! It is required here.' : '!! The tests that need it were left out.',
  )
  addCounts(totals, { ...emptyCounts(), [servicesAreRequired ? 'failed' : 'skipped']: 1 })
}
