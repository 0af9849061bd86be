import { WorkerProcess } from './worker-process.ts'

const serverFile = 'foyer-server.ts'

export interface RestartTimes {
  plannedSeconds: number
  killedSeconds: number
}

/**
 * Measures the time until the last client has subscribed again. Two processes share one address, as they should for a
 * restart. The unmodified clients wait 15 seconds after a rejection.
 */
export async function measureRestarts(sockets: number): Promise<RestartTimes> {
  const first = new WorkerProcess(serverFile)
  const port = await first.send<number>('listen')
  const pages = new WorkerProcess('pusher-clients.ts', { PORT: String(port) })
  await pages.send('open', sockets)
  await pages.send('allSubscribed')

  const second = await startOnPort(port)
  const plannedSeconds = await secondsUntilResubscribed(pages, () => first.send('drain'))
  await first.stop()

  const third = await startOnPort(port)
  const killedSeconds = await secondsUntilResubscribed(pages, () => second.stop('SIGKILL'))
  await pages.stop()
  await third.stop()
  return { plannedSeconds, killedSeconds }
}

async function startOnPort(port: number): Promise<WorkerProcess> {
  const server = new WorkerProcess(serverFile)
  await server.send('listen', port)
  return server
}

async function secondsUntilResubscribed(
  pages: WorkerProcess,
  stopServer: () => Promise<unknown>,
): Promise<number> {
  await pages.send('reset')
  const startedAt = performance.now()
  await stopServer()
  await pages.send('allSubscribed')
  return (performance.now() - startedAt) / 1000
}
