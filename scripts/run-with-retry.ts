import {
  addCounts,
  type TestCounts,
  emptyCounts,
  type RunResult,
  printFailures,
  runTestFiles,
} from './run-test-files.ts'
import type { RunSettings } from './run-test-files.ts'

export interface Suite extends RunSettings {
  /** The files of a group share a process. */
  groups: string[][]
  /** Groups that run at once. */
  concurrency: number
  /** Shared by suites that run at once. */
  waitForSlot?: <T>(task: () => Promise<T>) => Promise<T>
}

/** More failures than this are not flakiness. */
const maxRetriedFiles = 5

/** Runs test files, and those that failed once more, alone; prints a line for each run, and every failure in full. */
export async function runWithRetry(suite: Suite): Promise<TestCounts> {
  if (suite.groups.length === 0) throw new Error('There are no test files.')
  const results = await runConcurrently(suite)
  const failed = results.filter(hasFailed)
  const total = emptyCounts()
  for (const result of results) if (!hasFailed(result)) addCounts(total, result.counts)

  for (const first of failed) {
    const second = failed.length <= maxRetriedFiles ? await runAlone(first.files, suite) : [first]
    for (const { counts } of second) addCounts(total, counts)
    const failedAgain = second.filter(hasFailed)
    failedAgain.forEach(printFailures)
    if (failedAgain.length > 0) continue
    console.log('\nFlaky: passed only on the second run')
    printFailures(first)
    total.flaky++
  }
  return total
}

async function runConcurrently({
  groups,
  concurrency,
  waitForSlot = (task) => task(),
  ...settings
}: Suite): Promise<RunResult[]> {
  const results: RunResult[] = []
  const waiting = groups.values()
  const workers = Array.from({ length: concurrency }, async () => {
    for (const files of waiting)
      results.push(...(await waitForSlot(() => runTestFiles(files, settings))))
  })
  await Promise.all(workers)
  return results
}

async function runAlone(files: string[], settings: RunSettings): Promise<RunResult[]> {
  const results: RunResult[] = []
  for (const file of files) results.push(...(await runTestFiles([file], settings)))
  return results
}

function hasFailed({ counts }: RunResult): boolean {
  return counts.failed > 0
}
