import { join, relative } from 'node:path'
import { type EventData, run } from 'node:test'
import { inspect } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Files that passed only the second time. */
  unsteady: number
}

export interface Settings {
  env?: Record<string, string>
  /** For one test. */
  timeoutMs: number
}

/** What came of a file, or of several whose process broke off, for which any of them may be to blame. */
export interface Outcome {
  files: string[]
  counts: Counts
  failures: EventData.TestFail[]
  /** On standard error. */
  said: string[]
}

const together = join(import.meta.dirname, 'together.ts')

/** Runs test files with node:test, one after another in a process of their own, and prints a line about each. */
export async function runFiles(
  files: string[],
  settings: Settings,
  forceExit = true,
): Promise<Outcome[]> {
  const outcomes = await runTogether(files, settings, forceExit)
  const told = new Set(outcomes.flatMap((outcome) => outcome.files))
  const untold = files.filter((file) => !told.has(file))
  if (untold.length === 0) return outcomes
  // Made to exit after its last test, a process may take with it what it had to say of quick ones.
  if (untold.length < files.length) return [...outcomes, ...(await runFiles(untold, settings))]
  return forceExit ? runFiles(files, settings, false) : [nothingTold(files)]
}

async function runTogether(
  files: string[],
  { env, timeoutMs }: Settings,
  forceExit: boolean,
): Promise<Outcome[]> {
  const settings = { files: [together], argv: files, timeout: timeoutMs, forceExit }
  const outcomes: Outcome[] = []
  let current = noOutcome()

  for await (const { type, data } of run({ ...settings, env: { ...process.env, ...env } })) {
    if (type === 'test:stderr') current.said.push(data.message)
    if (type === 'test:pass') countPass(current, data)
    if (type === 'test:fail') countFailure(current, data)
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue

    const isWhole = data.details.type === 'suite'
    current.files = isWhole ? [data.name] : files
    if (isEmpty(current)) current.counts.failed++
    printLine(current, data.details.duration_ms)
    if (!isWhole) return [current]
    outcomes.push(current)
    current = noOutcome()
  }
  return outcomes
}

/** Every failure in full, and what was said meanwhile. */
export function printFailures({ failures, said }: Outcome): void {
  for (const { name, file, line, details } of failures) {
    const place = file ? ` (${relative(process.cwd(), file)}:${line})` : ''
    const reason = inspect(details.error.cause ?? details.error, { colors: process.stdout.isTTY })
    console.log(`\n✖ ${name}${place}\n${reason.replaceAll(/^/gm, '    ')}`)
  }
  process.stdout.write(said.join(''))
}

function countPass({ counts }: Outcome, test: EventData.TestPass): void {
  if (test.details.type === 'suite') return
  counts[isLeftOut(test) ? 'skipped' : 'passed']++
}

/** What failed only because of a test inside it has nothing to add, but is a test too. */
function countFailure({ counts, failures }: Outcome, test: EventData.TestFail): void {
  const { error, type } = test.details
  if (isLeftOut(test)) return void counts.skipped++
  const hasFailedInside = 'failureType' in error && error.failureType === 'subtestsFailed'
  if (!hasFailedInside) failures.push(test)
  if (!hasFailedInside || type !== 'suite') counts.failed++
}

function isLeftOut({ skip, todo }: EventData.TestPass | EventData.TestFail): boolean {
  return skip !== undefined || todo !== undefined
}

function printLine({ files, counts }: Outcome, milliseconds: number): void {
  const { passed, failed, skipped } = counts
  const mark = failed > 0 ? '✖' : '✔'
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  const seconds = (milliseconds / 1000).toFixed(1)
  const names = files.map((file) => relative(process.cwd(), file)).join(', ')
  console.log(`${mark} ${names}  ${passed} of ${passed + failed + skipped}${skips} (${seconds} s)`)
}

/** A file without a test shows nothing. */
function isEmpty({ counts }: Outcome): boolean {
  return counts.passed + counts.failed + counts.skipped === 0
}

function nothingTold(files: string[]): Outcome {
  const outcome = { ...noOutcome(), files, said: [`Nothing was told of ${files.join(', ')}\n`] }
  outcome.counts.failed++
  printLine(outcome, 0)
  return outcome
}

function noOutcome(): Outcome {
  return { files: [], counts: noCounts(), failures: [], said: [] }
}

export function noCounts(): Counts {
  return { passed: 0, failed: 0, skipped: 0, unsteady: 0 }
}

export function add(total: Counts, more: Counts): void {
  total.passed += more.passed
  total.failed += more.failed
  total.skipped += more.skipped
  total.unsteady += more.unsteady
}
