import { add, type Counts, noCounts, type Outcome, printFailures, runFile } from './run-file.ts'
import type { Settings } from './run-file.ts'

export interface Suite extends Settings {
  title: string
  files: string[]
  /** Files that run at once. */
  concurrency: number
}

/** Where more files fail than this, it is not for want of luck. */
const mostSecondRuns = 5

/** Runs test files, and those that failed once more, alone; prints a line for each run, and every failure in full. */
export async function runSuite(suite: Suite): Promise<Counts> {
  console.log(`\n${suite.title}`)
  if (suite.files.length === 0) throw new Error('There are no test files.')
  const outcomes = await inLanes(suite)
  const failed = outcomes.filter(hasFailed)
  const total = noCounts()
  for (const outcome of outcomes) if (!hasFailed(outcome)) add(total, outcome.counts)

  for (const first of failed) {
    const second = failed.length <= mostSecondRuns ? await runFile(first.file, suite) : first
    const isUnsteady = !hasFailed(second)
    if (isUnsteady) console.log('\nUnsteady: passed only the second time')
    printFailures(first)
    add(total, { ...second.counts, unsteady: isUnsteady ? 1 : 0 })
  }
  return total
}

async function inLanes(suite: Suite): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = suite.files.values()
  const lanes = Array.from({ length: suite.concurrency }, async () => {
    for (const file of waiting) outcomes.push(await runFile(file, suite))
  })
  await Promise.all(lanes)
  return outcomes
}

function hasFailed({ counts }: Outcome): boolean {
  return counts.failed > 0
}
