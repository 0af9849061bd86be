import { setTimeout as sleep } from 'node:timers/promises'

import { whenAskedToStop } from '#app/asked-to-stop.ts'
import type { App } from '#app/http/app.ts'

const drainMs = 25_000
const noticeMs = 500

/**
 * Ends the process in order when it is asked to: balancers are told, no new connection is taken, requests under way finish,
 * what we stand on is closed. It always ends: after 25 seconds whatever is left is cut off, and asking again does so at once.
 */
export function stopWhenAsked(app: App, closers: (() => Promise<unknown>)[]): void {
  let isStopping = false
  let underWay = 0
  app.server.on('request', (_request, response) => {
    underWay++
    response.on('close', () => underWay--)
  })

  whenAskedToStop((signal) => {
    if (isStopping) process.exit(1)
    isStopping = true
    void stop(signal)
  })

  async function stop(signal: string): Promise<void> {
    app.log.info({ signal }, 'stopping')
    app.isDraining = true
    setTimeout(() => process.exit(1), drainMs + 4000).unref()
    await drain(app, () => underWay === 0)
    for (const close of closers) await close().catch((err) => app.log.error({ err }, 'not closed'))
    process.exit(0)
  }
}

async function drain(app: App, isQuiet: () => boolean): Promise<void> {
  const { server } = app
  if (app.config.env !== 'local') await sleep(noticeMs)
  void app.sockets.drain()
  const closed = new Promise((resolve) => server.close(resolve))
  // Once no request is under way, what is still open is idle or never said what it wants.
  const sweep = setInterval(() => isQuiet() && server.closeAllConnections(), 100)
  await Promise.race([closed, sleep(drainMs, null, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
  await app.close()
}
