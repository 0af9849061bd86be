/** Builds what is missing or stale, then becomes the server. */
import cluster from 'node:cluster'

import { areBundlesFresh } from './bundles.ts'
import { runInTerminal } from './run-command.ts'

if (cluster.isPrimary && !(await areBundlesFresh())) {
  console.log('Building the browser and server bundles …')
  // In a process of its own, so that the server does not keep the bundler's memory.
  const status = await runInTerminal(process.execPath, ['scripts/build.ts'])
  if (status !== 0) process.exit(status)
}

process.env['NODE_ENV'] ??= 'production'
await import('#app/server/main.ts')
