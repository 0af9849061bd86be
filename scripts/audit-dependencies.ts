/** `npm run audit`. Exits with 0 to go on, 1 when an urgent fix is needed, 2 when the registry does not answer. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { applyVulnerabilityPolicy } from './vulnerability-policy.ts'

const [audit, outdated] = await Promise.all([
  // All of them: pages contain packages that an installation does not.
  npmOutput('audit', '--json'),
  npmOutput('outdated', '--json'),
])
const { lines, status } = applyVulnerabilityPolicy(audit, outdated)
for (const line of lines) console.log(line)
process.exitCode = status

/** Returns npm's standard output. Its exit status adds nothing. */
function npmOutput(...args: string[]): Promise<string> {
  return text(spawn('npm', args, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout)
}
