/** `npm run bench`: side-by-side figures of what was just built; `npm run bench -- channels` makes one kind of them. */
import { build } from './build.ts'
import { areFresh } from './bundles.ts'
import { show } from './command.ts'

const benches = ['visits', 'channels', 'time-travel', 'record']
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !benches.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${benches.join(', ')}.`)
  process.exit(1)
}

if (!(await areFresh())) await build()
let status = 0
for (const name of asked.length > 0 ? asked : benches)
  status ||= await show(process.execPath, [`bench/${name}/${name}.ts`])
process.exit(status)
