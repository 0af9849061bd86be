import { relative } from 'node:path'
import { type EventData, run } from 'node:test'
import { inspect } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Suite {
  title: string
  files: string[]
  env?: Record<string, string>
  /** Files that run at once. */
  concurrency: number
  /** For one test. */
  timeoutMs: number
}

/** Runs test files with node:test; prints a line for each file, then every failure in full. */
export async function runSuite({
  title,
  files,
  env,
  concurrency,
  timeoutMs,
}: Suite): Promise<Counts> {
  console.log(`\n${title}`)
  if (files.length === 0) throw new Error('There are no test files.')
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: EventData.TestFail[] = []
  const said: EventData.TestStderr[] = []
  const settings = { concurrency, timeout: timeoutMs, forceExit: true }

  for await (const { type, data } of run({ files, env: { ...process.env, ...env }, ...settings })) {
    if (type === 'test:fail' && !hasFailedInside(data)) failures.push(data)
    if (type === 'test:stderr') said.push(data)
    if (type !== 'test:summary') continue
    // A file that breaks off has no summary of its own, so only the whole one counts everything.
    if (data.file === undefined) add(counts, countsOf(data))
    else printFile(data.file, data)
  }
  failures.forEach(printFailure)
  const broken = new Set(failures.map(({ file }) => file))
  for (const { file, message } of said) if (broken.has(file)) process.stdout.write(message)
  return counts
}

function countsOf({ counts }: EventData.TestSummary): Counts {
  const { tests, passed, skipped, todo } = counts
  return { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo }
}

function printFile(file: string, summary: EventData.TestSummary): void {
  const { passed, failed, skipped } = countsOf(summary)
  const mark = failed > 0 ? '✖' : '✔'
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  const seconds = (summary.duration_ms / 1000).toFixed(1)
  const name = relative(process.cwd(), file)
  console.log(`${mark} ${name}  ${passed} of ${summary.counts.tests}${skips} (${seconds} s)`)
}

/** A test that failed only because one inside it did has nothing to add. */
function hasFailedInside({ details }: EventData.TestFail): boolean {
  return 'failureType' in details.error && details.error.failureType === 'subtestsFailed'
}

function printFailure({ name, file, line, details }: EventData.TestFail): void {
  const place = file ? ` (${relative(process.cwd(), file)}:${line})` : ''
  const reason = inspect(details.error.cause ?? details.error, { colors: process.stdout.isTTY })
  console.log(`\n✖ ${name}${place}\n${reason.replaceAll(/^/gm, '    ')}`)
}

export function add(total: Counts, more: Counts): void {
  total.passed += more.passed
  total.failed += more.failed
  total.skipped += more.skipped
}
