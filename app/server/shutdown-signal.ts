import cluster, { type Worker } from 'node:cluster'

import { z } from 'zod'

const shutdownSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
export type ShutdownSignal = (typeof shutdownSignals)[number]

/** A terminal and systemd tell every process of a group, and npm tells its child once more: so soon, it is one wish. */
const debounceMs = 1000

const ShutdownMessage = z.object({ stop: z.enum(shutdownSignals) })

/**
 * Calls back when this process is asked to stop, and each time it is asked again. A worker hears it from the process that
 * watches over it, and from nobody else: that one knows whether it is a new wish.
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
  for (const signal of shutdownSignals) {
    process.on(signal, () => {
      if (performance.now() - lastSignalAt < debounceMs) return
      lastSignalAt = performance.now()
      listener(signal)
    })
  }
}

/** Asks a worker. One that does not listen yet has nothing to finish: the signal itself ends it. */
export function sendShutdown(worker: Worker, signal: ShutdownSignal): void {
  worker.process.kill(signal)
  if (worker.isConnected()) worker.send({ stop: signal } satisfies z.output<typeof ShutdownMessage>)
}
