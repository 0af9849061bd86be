import { setTimeout as sleep } from 'node:timers/promises'

import { median } from '#bench/format-table.ts'

import type { MemoryUsage } from './measured-server.ts'
import { WorkerProcess } from './worker-process.ts'

const sampleCount = 10
const settleMs = 1000

export interface MemoryGrowth {
  heapBytesPerCycle: number
  /** Sockets, channels and users still stored on the server. */
  remaining: number
}

/** Measures the memory left by clients that connected, signed in, subscribed and disconnected. */
export async function measureMemoryGrowth(cycles: number): Promise<MemoryGrowth> {
  const server = new WorkerProcess('foyer-server.ts', { ALL_AT_ONCE: '1' })
  const port = await server.send<number>('listen')
  const clients = new WorkerProcess('churn-clients.ts', { PORT: String(port) })
  const heaps: number[] = []
  // The first sample warms up the process.
  for (let sample = 0; sample <= sampleCount; sample++) {
    await clients.send('churn', cycles / sampleCount)
    await sleep(settleMs)
    heaps.push((await server.send<MemoryUsage>('memory')).heapBytes)
  }
  const remaining = await server.send<number>('remaining')
  await clients.stop()
  await server.stop()
  // The median ignores code that the engine frees now and then.
  const heapGrowth = heaps.slice(1).map((heap, index) => heap - (heaps[index] ?? NaN))
  return { heapBytesPerCycle: median(heapGrowth) / (cycles / sampleCount), remaining }
}
