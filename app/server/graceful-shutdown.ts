import { setTimeout as sleep } from 'node:timers/promises'

import type { App } from '#app/http/server/app.ts'

import { onShutdownSignal } from './shutdown-signal.ts'

const drainTimeoutMs = 25_000
const readinessDelayMs = 500

/**
 * Ends the process in order when it is asked to: balancers are told, no new connection is taken, requests under way finish,
 * what we stand on is closed. It always ends: after 25 seconds whatever is left is cut off, and asking again does so at once.
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
    app.log.info({ signal }, 'stopping')
    app.isDraining = true
    setTimeout(() => process.exit(1), drainTimeoutMs + 4000).unref()
    await drain(app, () => inFlight === 0)
    for (const close of closers) await close().catch((err) => app.log.error({ err }, 'not closed'))
    process.exit(0)
  }
}

async function drain(app: App, isIdle: () => boolean): Promise<void> {
  const { server } = app
  if (app.config.env !== 'local') await sleep(readinessDelayMs)
  void app.realtimeServer.drain()
  const closed = new Promise((resolve) => server.close(resolve))
  // Once no request is under way, what is still open is idle or never said what it wants.
  const idleSweep = setInterval(() => isIdle() && server.closeAllConnections(), 100)
  await Promise.race([closed, sleep(drainTimeoutMs, null, { ref: false })])
  clearInterval(idleSweep)
  server.closeAllConnections()
  await app.close()
}
