import cluster from 'node:cluster'
import { Server } from 'node:net'
import { setImmediate as loopTurn, setTimeout as sleep } from 'node:timers/promises'

import type { App } from '#app/http/server/app-type.ts'

import { onShutdownSignal, type ShutdownSignal } from './shutdown-signal.ts'

export const drainTimeoutMs = 25_000
const readinessDelayMs = 500
/** How long a connection without a request may wait for its next one, which is answered with `Connection: close`. */
const idleMs = 2000
/** Without a proxy, which keeps connections for later, the next request is on its way or does not come. */
const localIdleMs = 200

/**
 * Shuts the process down on a signal: fails readiness, stops accepting connections, lets requests finish, then runs `closers`
 * in order. Connections end with their next response, or without one after two seconds. What remains after 25 seconds is cut;
 * a second signal exits immediately. In a reload, another process is listening already: readiness stays.
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
  const isLocal = app.config.env === 'local' && !isReload
  const sweepFrom = performance.now() + (isLocal ? localIdleMs : idleMs)
  if (!isReload && !isLocal) await sleep(readinessDelayMs)
  void app.realtimeServer.drain()
  // Accepts the connections that have arrived; closing the port would reset them.
  await loopTurn()
  // The close() of HTTP would also end the connections that are about to send a request.
  const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve))
  // With no request in flight, the remaining connections are idle or have sent only part of a request.
  const sweep = () => {
    if (isIdle() && performance.now() >= sweepFrom) server.closeAllConnections()
  }
  // A timer runs before the event loop reads the requests that have arrived, an immediate after it.
  const sweeps = setInterval(() => setImmediate(sweep), 100)
  await Promise.race([closed, sleep(drainTimeoutMs, null, { ref: false })])
  clearInterval(sweeps)
  server.closeAllConnections()
  await app.close()
}
