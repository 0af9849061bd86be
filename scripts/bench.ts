/** `npm run bench`: runs all benchmarks on a fresh build; `npm run bench -- channels` runs one. */
import { build } from './build.ts'
import { runInTerminal } from './run-command.ts'

const ours = ['visits', 'start', 'channels', 'time-travel', 'event-log', 'phone']
// These only run when named: `sign-ins` needs two minutes, `memory` half an hour, `scale` and `admin-lists` minutes and 3 GB of disk, `peers` installs other frameworks.
const benchmarks = [...ours, 'sign-ins', 'memory', 'scale', 'admin-lists', 'peers']
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !benchmarks.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${benchmarks.join(', ')}.`)
  process.exit(1)
}

await build()
let status = 0
for (const name of requested.length > 0 ? requested : ours)
  status ||= await runInTerminal(process.execPath, [`bench/${name}/${name}.ts`])
process.exit(status)
