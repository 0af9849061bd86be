/**
 * `npm run faults`: does what breaks servers, on both databases and under load, and prints a table. `-- --short` does what `npm
 * test` does; `-- F04 F13` only these. Starts servers of its own on free ports.
 */
import { build } from './build.ts'
import type { Result } from './faults/fault.ts'
import { faults } from './faults/faults.ts'
import { formatResult, formatResults } from './faults/format-results.ts'
import { injectFault } from './faults/inject-fault.ts'

const args = process.argv.slice(2)
const isShort = args.includes('--short')
const ids = args.filter((arg) => !arg.startsWith('--'))
const selected = faults.filter(
  (fault) => (!isShort || fault.isShort) && (ids.length === 0 || ids.includes(fault.id)),
)

await build(['pages', 'server'])
const results: Result[] = []
for (const fault of selected)
  for (const dialect of fault.on ? [fault.on] : (['sqlite', 'postgres'] as const)) {
    const result = await injectFault(fault, dialect)
    // An interrupted run keeps its figures.
    console.error(formatResult(result))
    results.push(result)
  }

console.log(formatResults(results))
process.exit(results.some(({ problems }) => problems.length > 0) ? 1 : 0)
