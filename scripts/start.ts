/** `npm start`: builds what is missing or stale, then becomes the server. */
import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

import { areFresh } from './bundles.ts'
import { show } from './command.ts'

if (cluster.isPrimary && !(await areFresh())) {
  console.log('Building the browser and server bundles …')
  // In a process of its own, so that the server does not keep the bundler's memory.
  const status = await show(process.execPath, ['scripts/build.ts'])
  if (status !== 0) process.exit(status)
}

process.env['NODE_ENV'] ??= 'production'
// The second start reads what the first has compiled.
enableCompileCache(join(import.meta.dirname, '../dist/compiled'))
await import('#app/main.ts')
