/** `npm run bench`: side-by-side figures of what was just built. */
import { build } from './build.ts'
import { areFresh } from './bundles.ts'
import { show } from './command.ts'

if (!(await areFresh())) await build()
process.exit(await show(process.execPath, ['bench/visits/visits.ts']))
