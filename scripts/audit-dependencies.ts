/**
 * `npm run audit`: asks the registry for known weaknesses and newer versions, and says by the policy whether to go on.
 * Ends with 0 to go on, 1 to mend something first, 2 when the registry does not answer.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { dependencyReport } from './dependency-report.ts'

const [audit, outdated] = await Promise.all([
  npmOutput('audit', '--omit=dev', '--json'),
  npmOutput('outdated', '--json'),
])
const { lines, status } = dependencyReport(audit, outdated)
for (const line of lines) console.log(line)
process.exitCode = status

/** What npm says on standard output; its exit status only repeats that. */
function npmOutput(...args: string[]): Promise<string> {
  return text(spawn('npm', args, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout)
}
