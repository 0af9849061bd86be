import cluster, { type Worker } from 'node:cluster'

import { z } from 'zod'

const shutdownSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** To a worker, SIGHUP means that a successor is listening already. */
export type ShutdownSignal = (typeof shutdownSignals)[number]

/** Signals arriving close together count as one request: a terminal signals the whole process group, and npm forwards again. */
const debounceMs = 1000

const ShutdownMessage = z.object({ stop: z.enum(shutdownSignals) })

/**
 * Calls `listener` for every shutdown request to this process. A worker ignores signals and listens to the primary only,
 * which has already debounced them.
 */
export function onShutdownSignal(listener: (signal: ShutdownSignal) => void): void {
  if (cluster.isWorker) {
    for (const signal of shutdownSignals) process.on(signal, () => {})
    process.on('message', (message) => {
      const { data } = ShutdownMessage.safeParse(message)
      if (data) listener(data.stop)
    })
    return
  }

  let lastSignalAt = -debounceMs
  for (const signal of shutdownSignals.filter((name) => name !== reloadSignal())) {
    process.on(signal, () => {
      if (performance.now() - lastSignalAt < debounceMs) return
      lastSignalAt = performance.now()
      listener(signal)
    })
  }
}

/** Runs `reload` for every SIGHUP, one after the other. The next one supersedes those before it. */
export function onReloadSignal(reload: (superseded: AbortSignal) => Promise<void>): void {
  const signal = reloadSignal()
  if (!signal) return
  let current = new AbortController()
  let lastReload = Promise.resolve()
  process.on(signal, () => {
    current.abort()
    current = new AbortController()
    const { signal: superseded } = current
    lastReload = lastReload.then(() => (superseded.aborted ? undefined : reload(superseded)))
  })
}

/** A server without workers has no successor, and a terminal sends SIGHUP when its window is closed. */
function reloadSignal(): 'SIGHUP' | null {
  return Object.keys(cluster.workers ?? {}).length > 0 && !process.stdout.isTTY ? 'SIGHUP' : null
}

/** Requests a worker's shutdown. The signal ends a worker that is not listening for the message yet. */
export function sendShutdown(worker: Worker, signal: ShutdownSignal): void {
  worker.process.kill(signal)
  if (worker.isConnected()) worker.send({ stop: signal } satisfies z.output<typeof ShutdownMessage>)
}
