import cluster from 'node:cluster'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { App } from '#app/http/server/app-type.ts'

import { onShutdownSignal, type ShutdownSignal } from './shutdown-signal.ts'

export const drainTimeoutMs = 25_000
const readinessDelayMs = 500
/** How long a connection without a request may wait for its next one, which is answered with `Connection: close`. */
const reloadIdleMs = 2000

/**
 * Shuts the process down on a signal: fails readiness, stops accepting connections, lets requests finish, then runs `closers`
 * in order. Remaining connections are cut after 25 seconds; a second signal exits immediately. In a reload, another process is
 * listening already: readiness stays, and connections end with their next response.
 */
export function shutDownGracefully(app: App, closers: (() => Promise<unknown>)[]): void {
  let stoppedBy: ShutdownSignal | null = null
  let inFlight = 0
  // Before Fastify's listener, which may send the headers at once.
  app.server.prependListener('request', (_request, response) => {
    if (stoppedBy) response.shouldKeepAlive = false
    inFlight++
    response.on('close', () => inFlight--)
  })

  onShutdownSignal((signal) => {
    if (stoppedBy && stoppedBy !== 'SIGHUP') process.exit(1)
    const isFirst = stoppedBy === null
    stoppedBy = signal
    if (isFirst) void shutDown(signal)
  })

  async function shutDown(signal: ShutdownSignal): Promise<void> {
    const isReload = cluster.isWorker && signal === 'SIGHUP'
    app.log.info({ signal }, 'shutting down')
    app.isDraining = !isReload
    setTimeout(() => process.exit(1), drainTimeoutMs + 4000).unref()
    await drain(app, { isReload, isIdle: () => inFlight === 0 })
    for (const close of closers)
      await close().catch((err) => app.log.error({ err }, 'close failed'))
    process.exit(0)
  }
}

async function drain(
  app: App,
  { isReload, isIdle }: { isReload: boolean; isIdle: () => boolean },
): Promise<void> {
  const { server } = app
  if (!isReload && app.config.env !== 'local') await sleep(readinessDelayMs)
  void app.realtimeServer.drain()
  // server.close() would also end the connections that are about to send a request.
  const stopListening = isReload ? Server.prototype.close : server.close
  const closed = new Promise((resolve) => stopListening.call(server, resolve))
  const sweepFrom = performance.now() + (isReload ? reloadIdleMs : 0)
  // With no request in flight, the remaining connections are idle or have sent only part of a request.
  const idleSweep = setInterval(() => {
    if (isIdle() && performance.now() >= sweepFrom) server.closeAllConnections()
  }, 100)
  await Promise.race([closed, sleep(drainTimeoutMs, null, { ref: false })])
  clearInterval(idleSweep)
  server.closeAllConnections()
  await app.close()
}
