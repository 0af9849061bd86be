import cluster, { type Worker } from 'node:cluster'

import { z } from 'zod'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
export type Signal = (typeof signals)[number]

/** A terminal and systemd tell every process of a group, and npm tells its child once more: so soon, it is one wish. */
const oneWishMs = 1000

const Wish = z.object({ stop: z.enum(signals) })

/**
 * Calls back when this process is asked to stop, and each time it is asked again. A worker hears it from the process that
 * watches over it, and from nobody else: that one knows whether it is a new wish.
 */
export function whenAskedToStop(listener: (signal: Signal) => void): void {
  if (cluster.isWorker) {
    for (const signal of signals) process.on(signal, () => {})
    process.on('message', (message) => {
      const { data } = Wish.safeParse(message)
      if (data) listener(data.stop)
    })
    return
  }

  let wishedAt = -oneWishMs
  for (const signal of signals) {
    process.on(signal, () => {
      if (performance.now() - wishedAt < oneWishMs) return
      wishedAt = performance.now()
      listener(signal)
    })
  }
}

/** Asks a worker. One that does not listen yet has nothing to finish: the signal itself ends it. */
export function askToStop(worker: Worker, signal: Signal): void {
  worker.process.kill(signal)
  if (worker.isConnected()) worker.send({ stop: signal } satisfies z.output<typeof Wish>)
}
