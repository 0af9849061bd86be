import type { Result } from './fault.ts'

const head = [
  '| | fault | database | requests | acknowledged | lost | errors | slowest | healed after |',
  '|---|---|---|--:|--:|--:|---|--:|--:|',
]

/** Formats the results as a table in Markdown, with the sums. */
export function formatResults(results: readonly Result[]): string {
  const sum = (valueOf: (result: Result) => number) =>
    results.reduce((total, result) => total + valueOf(result), 0)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const skipped = results.filter((result) => result.skipped !== null).length
  return [
    ...head,
    ...results.map(formatResult),
    '',
    `${results.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped; ${sum((one) => one.acknowledged)} writes acknowledged, ${sum((one) => one.lost)} lost`,
  ].join('\n')
}

/** Formats one row of the table. */
export function formatResult(result: Result): string {
  const { fault, dialect, skipped, problems, errors } = result
  const about = [fault.id, fault.title, dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL']
  const errorCounts = Object.entries(errors).map(([kind, count]) => `${count} × ${kind}`)
  const figures =
    problems.length > 0
      ? ['', '', '', `FAILED: ${problems.join('; ')}`, '', '']
      : skipped !== null
        ? ['', '', '', `skipped: ${skipped}`, '', '']
        : result.requests === 0
          ? ['', '', '', 'passed', '', '']
          : [
              result.requests,
              result.acknowledged,
              result.lost,
              errorCounts.join(', ') || 'none',
              `${(result.slowestMs / 1000).toFixed(1)} s`,
              `${result.healedAfterSeconds?.toFixed(1)} s`,
            ]
  return `| ${[...about, ...figures].join(' | ')} |`
}
