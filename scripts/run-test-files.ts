import { join, relative } from 'node:path'
import { type EventData, run } from 'node:test'
import { inspect } from 'node:util'

export interface TestCounts {
  passed: number
  failed: number
  skipped: number
  /** Files that passed only the second time. */
  flaky: number
}

export interface RunSettings {
  /** Printed with each file, such as "on SQLite". */
  title: string
  env?: Record<string, string>
  /** The limit for one test. */
  timeoutMs: number
}

/** Result of one file, or of several whose process crashed. */
export interface RunResult {
  files: string[]
  counts: TestCounts
  failures: EventData.TestFail[]
  /** Lines on standard error. */
  stderr: string[]
}

/** Memory for what one test leaves behind: the garbage of building an app for each took a tenth of the time. */
const nodeOptions = ['--min-semi-space-size=32']
const runnerScript = join(import.meta.dirname, 'run-in-one-process.ts')

/** Runs test files with node:test, one after another in a process of their own, and prints a line about each. */
export async function runTestFiles(
  files: string[],
  settings: RunSettings,
  forceExit = true,
): Promise<RunResult[]> {
  const results = await runInOneProcess(files, settings, forceExit)
  const reported = new Set(results.flatMap((result) => result.files))
  const unreported = files.filter((file) => !reported.has(file))
  if (unreported.length === 0) return results
  // A process forced to exit after its last test may lose the reports of quick ones.
  if (unreported.length < files.length)
    return [...results, ...(await runTestFiles(unreported, settings))]
  return forceExit ? runTestFiles(files, settings, false) : [missingResult(files, settings.title)]
}

async function runInOneProcess(
  files: string[],
  { title, env, timeoutMs }: RunSettings,
  forceExit: boolean,
): Promise<RunResult[]> {
  const settings = {
    files: [runnerScript],
    argv: files,
    execArgv: nodeOptions,
    timeout: timeoutMs,
    forceExit,
  }
  const results: RunResult[] = []
  let current = emptyResult()

  for await (const { type, data } of run({ ...settings, env: { ...process.env, ...env } })) {
    if (type === 'test:stderr') current.stderr.push(data.message)
    if (type === 'test:pass') countPass(current, data)
    if (type === 'test:fail') countFailure(current, data)
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue

    const isSuite = data.details.type === 'suite'
    current.files = isSuite ? [data.name] : files
    if (hasNoTests(current)) current.counts.failed++
    printLine(current, title, data.details.duration_ms)
    if (!isSuite) return [current]
    results.push(current)
    current = emptyResult()
  }
  return results
}

/** Prints every failure in full, with the output around it. */
export function printFailures({ failures, stderr }: RunResult): void {
  for (const { name, file, line, details } of failures) {
    const place = file ? ` (${relative(process.cwd(), file)}:${line})` : ''
    const reason = inspect(details.error.cause ?? details.error, { colors: process.stdout.isTTY })
    console.log(`\n✖ ${name}${place}\n${reason.replaceAll(/^/gm, '    ')}`)
  }
  process.stdout.write(stderr.join(''))
}

function countPass({ counts }: RunResult, test: EventData.TestPass): void {
  if (test.details.type === 'suite') return
  counts[isSkipped(test) ? 'skipped' : 'passed']++
}

/** A test that failed only because of a subtest adds no failure of its own, but counts as a test. */
function countFailure({ counts, failures }: RunResult, test: EventData.TestFail): void {
  const { error, type } = test.details
  if (isSkipped(test)) return void counts.skipped++
  const hasFailedSubtests = 'failureType' in error && error.failureType === 'subtestsFailed'
  if (!hasFailedSubtests) failures.push(test)
  if (!hasFailedSubtests || type !== 'suite') counts.failed++
}

function isSkipped({ skip, todo }: EventData.TestPass | EventData.TestFail): boolean {
  return skip !== undefined || todo !== undefined
}

function printLine({ files, counts }: RunResult, title: string, milliseconds: number): void {
  const { passed, failed, skipped } = counts
  const mark = failed > 0 ? '✖' : '✔'
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  const seconds = (milliseconds / 1000).toFixed(1)
  const names = files.map((file) => relative(process.cwd(), file)).join(', ')
  const total = passed + failed + skipped
  console.log(`${mark} ${names}  ${passed} of ${total}${skips} ${title} (${seconds} s)`)
}

/** A file without a test shows nothing. */
function hasNoTests({ counts }: RunResult): boolean {
  return counts.passed + counts.failed + counts.skipped === 0
}

function missingResult(files: string[], title: string): RunResult {
  const result = { ...emptyResult(), files, stderr: [`Nothing was told of ${files.join(', ')}\n`] }
  result.counts.failed++
  printLine(result, title, 0)
  return result
}

function emptyResult(): RunResult {
  return { files: [], counts: emptyCounts(), failures: [], stderr: [] }
}

export function emptyCounts(): TestCounts {
  return { passed: 0, failed: 0, skipped: 0, flaky: 0 }
}

export function addCounts(total: TestCounts, more: TestCounts): void {
  total.passed += more.passed
  total.failed += more.failed
  total.skipped += more.skipped
  total.flaky += more.flaky
}
