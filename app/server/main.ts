import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadEnvFile } from 'node:process'

import { requireSearchableBreachFile } from '#app/platform/auth/breached-passwords.ts'
import { type Config, setListeningPort, readConfig } from '#app/platform/config/config.ts'
import { ConfigError } from '#app/platform/config/env-reader.ts'

import { listenErrorMessage } from './listen-error.ts'

if (existsSync('.env')) loadEnvFile('.env')

try {
  const config = readConfig(process.env)
  await choosePort(config)
  await requireSearchableBreachFile(config.breachedPasswords)
  await start(config)
} catch (error) {
  // Configuration errors are for the operator and need no stack trace.
  const report =
    error instanceof ConfigError
      ? error.message
      : (error instanceof Error && error.stack) || String(error)
  process.stderr.write(`${report}\n`)
  process.exit(1)
}

/** Loads what it starts only now: a wrong setting is reported sooner, and the process that starts workers needs no app. */
async function start(config: Config): Promise<void> {
  if (config.workers > 1 && cluster.isPrimary) {
    const { startWorkers } = await import('./cluster.ts')
    startWorkers(config)
  } else {
    const { startServer } = await import('./start-server.ts')
    await startServer(config)
  }
}

/** Resolves `PORT=0` to a free port. Cookies and headers contain the origin, so it must be known before the app is built. */
async function choosePort(config: Config): Promise<void> {
  if (config.port !== 0) return
  const probe = createServer().listen(0, config.host)
  await once(probe, 'listening').catch((error: unknown) => {
    throw new ConfigError([listenErrorMessage(error, config.host, 0)])
  })
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address === 'object' && address) setListeningPort(config, address.port)
}
