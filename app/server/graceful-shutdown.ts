import { setTimeout as sleep } from 'node:timers/promises'

import type { App } from '#app/http/server/app-type.ts'

import { onShutdownSignal } from './shutdown-signal.ts'

export const drainTimeoutMs = 25_000
const readinessDelayMs = 500

/**
 * Shuts the process down on a signal: fails readiness, stops accepting connections, lets requests finish, then runs `closers`
 * in order. Remaining connections are cut after 25 seconds; a second signal exits immediately.
 */
export function shutDownGracefully(app: App, closers: (() => Promise<unknown>)[]): void {
  let isStopping = false
  let inFlight = 0
  app.server.on('request', (_request, response) => {
    inFlight++
    response.on('close', () => inFlight--)
  })

  onShutdownSignal((signal) => {
    if (isStopping) process.exit(1)
    isStopping = true
    void shutDown(signal)
  })

  async function shutDown(signal: string): Promise<void> {
    app.log.info({ signal }, 'shutting down')
    app.isDraining = true
    setTimeout(() => process.exit(1), drainTimeoutMs + 4000).unref()
    await drain(app, () => inFlight === 0)
    for (const close of closers)
      await close().catch((err) => app.log.error({ err }, 'close failed'))
    process.exit(0)
  }
}

async function drain(app: App, isIdle: () => boolean): Promise<void> {
  const { server } = app
  if (app.config.env !== 'local') await sleep(readinessDelayMs)
  void app.realtimeServer.drain()
  const closed = new Promise((resolve) => server.close(resolve))
  // With no request in flight, the remaining connections are idle or have sent only part of a request.
  const idleSweep = setInterval(() => isIdle() && server.closeAllConnections(), 100)
  await Promise.race([closed, sleep(drainTimeoutMs, null, { ref: false })])
  clearInterval(idleSweep)
  server.closeAllConnections()
  await app.close()
}
