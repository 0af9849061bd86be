import { add, type Counts, noCounts, type Outcome, printFailures, runFiles } from './run-files.ts'
import type { Settings } from './run-files.ts'

export interface Suite extends Settings {
  title: string
  /** The files of a group share a process. */
  groups: string[][]
  /** Groups that run at once. */
  concurrency: number
}

/** Where more files fail than this, it is not for want of luck. */
const mostSecondRuns = 5

/** Runs test files, and those that failed once more, alone; prints a line for each run, and every failure in full. */
export async function runSuite(suite: Suite): Promise<Counts> {
  console.log(`\n${suite.title}`)
  if (suite.groups.length === 0) throw new Error('There are no test files.')
  const outcomes = await inLanes(suite)
  const failed = outcomes.filter(hasFailed)
  const total = noCounts()
  for (const outcome of outcomes) if (!hasFailed(outcome)) add(total, outcome.counts)

  for (const first of failed) {
    const second = failed.length <= mostSecondRuns ? await runAlone(first.files, suite) : [first]
    for (const { counts } of second) add(total, counts)
    const failedAgain = second.filter(hasFailed)
    failedAgain.forEach(printFailures)
    if (failedAgain.length > 0) continue
    console.log('\nUnsteady: passed only the second time')
    printFailures(first)
    total.unsteady++
  }
  return total
}

async function inLanes({ groups, concurrency, ...settings }: Suite): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = groups.values()
  const lanes = Array.from({ length: concurrency }, async () => {
    for (const files of waiting) outcomes.push(...(await runFiles(files, settings)))
  })
  await Promise.all(lanes)
  return outcomes
}

async function runAlone(files: string[], settings: Settings): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const file of files) outcomes.push(...(await runFiles([file], settings)))
  return outcomes
}

function hasFailed({ counts }: Outcome): boolean {
  return counts.failed > 0
}
