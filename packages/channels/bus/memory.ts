import { randomUUID } from 'node:crypto'

import type { Batch, Bus, Listener } from './bus.ts'

/** A bus within one process, which several servers may share. */
export function memoryBus(): Bus {
  const epoch = randomUUID()
  const listeners = new Set<Listener>()
  const batches: Batch[] = []
  let position = 0
  let isDelivering = false

  /** An entry appended by a listener is delivered after the current one. */
  function deliver(): void {
    if (isDelivering) return
    isDelivering = true
    for (let batch = batches.shift(); batch; batch = batches.shift())
      for (const listener of listeners) listener.onEntries(batch)
    isDelivering = false
  }

  return {
    async open(listener) {
      listeners.add(listener)
      listener.onOpen({ epoch, horizon: position, batches: [], cached: [] })
    },
    async append(entries) {
      batches.push({ first: position + 1, entries, ageMs: 0 })
      position += entries.length
      deliver()
    },
    listeners: async () => listeners.size,
    async close(listener) {
      listeners.delete(listener)
    },
  }
}
