import { relative } from 'node:path'
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

/** What came of running a file. */
export interface Outcome {
  file: string
  counts: Counts
  failures: EventData.TestFail[]
  /** On standard error. */
  said: string[]
}

/** Runs one test file with node:test, in a process of its own, and prints a line about it. */
export async function runFile(file: string, { env, timeoutMs }: Settings): Promise<Outcome> {
  const outcome: Outcome = { file, counts: noCounts(), failures: [], said: [] }
  const settings = { files: [file], timeout: timeoutMs, forceExit: true }

  for await (const { type, data } of run({ ...settings, env: { ...process.env, ...env } })) {
    if (type === 'test:fail' && !hasFailedInside(data)) outcome.failures.push(data)
    if (type === 'test:stderr') outcome.said.push(data.message)
    // A file that breaks off has no summary of its own, so only the whole one counts everything.
    if (type !== 'test:summary' || data.file !== undefined) continue
    outcome.counts = countsOf(data)
    printLine(file, data)
  }
  return outcome
}

/** Every failure in full, and what the file said meanwhile. */
export function printFailures({ failures, said }: Outcome): void {
  for (const { name, file, line, details } of failures) {
    const place = file ? ` (${relative(process.cwd(), file)}:${line})` : ''
    const reason = inspect(details.error.cause ?? details.error, { colors: process.stdout.isTTY })
    console.log(`\n✖ ${name}${place}\n${reason.replaceAll(/^/gm, '    ')}`)
  }
  process.stdout.write(said.join(''))
}

function printLine(file: string, summary: EventData.TestSummary): void {
  const { passed, failed, skipped } = countsOf(summary)
  const mark = failed > 0 ? '✖' : '✔'
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  const seconds = (summary.duration_ms / 1000).toFixed(1)
  const name = relative(process.cwd(), file)
  console.log(`${mark} ${name}  ${passed} of ${summary.counts.tests}${skips} (${seconds} s)`)
}

function countsOf({ counts }: EventData.TestSummary): Counts {
  const { tests, passed, skipped, todo } = counts
  return {
    passed,
    failed: tests - passed - skipped - todo,
    skipped: skipped + todo,
    unsteady: 0,
  }
}

/** A test that failed only because one inside it did has nothing to add. */
function hasFailedInside({ details }: EventData.TestFail): boolean {
  return 'failureType' in details.error && details.error.failureType === 'subtestsFailed'
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
