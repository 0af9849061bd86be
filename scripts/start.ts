/** Builds missing or stale bundles, then becomes the server. */
import cluster from 'node:cluster'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'

import { isFresh } from './bundles.ts'
import { runInTerminal } from './run-command.ts'

const isBuilt = cluster.isWorker || ((await isFresh('pages')) && (await isFresh('server')))
if (!isBuilt) {
  if (!findPackageJSON('vite', import.meta.url)) {
    console.error(
      'The pages are not built, and the packages that build them are not installed. Run: npm ci --include=dev',
    )
    process.exit(1)
  }
  console.log('Building the browser and server bundles …')
  // A child process, so that the server does not keep the bundler's memory.
  const status = await runInTerminal(process.execPath, ['scripts/build.ts'])
  if (status !== 0) process.exit(status)
}

process.env['NODE_ENV'] ??= 'production'
await import(join(import.meta.dirname, '../dist/server/main.js'))
