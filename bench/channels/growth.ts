import { setTimeout as sleep } from 'node:timers/promises'

import { median } from '#bench/table.ts'

import { Actor } from './actor.ts'
import type { Memory } from './serve.ts'

const parts = 10
const settledMs = 1000

export interface Growth {
  heapBytesPerCycle: number
  /** Sockets, channels and users that the server still knows of. */
  left: number
}

/** What is left of sockets that came, signed in, listened and went. */
export async function growth(cycles: number): Promise<Growth> {
  const server = new Actor('foyer-server.ts', { ALL_AT_ONCE: '1' })
  const port = await server.tell<number>('listen')
  const passersBy = new Actor('passers-by.ts', { PORT: String(port) })
  const heaps: number[] = []
  // The first part is for the machine to warm up.
  for (let part = 0; part <= parts; part++) {
    await passersBy.tell('pass', cycles / parts)
    await sleep(settledMs)
    heaps.push((await server.tell<Memory>('memory')).heapBytes)
  }
  const left = await server.tell<number>('left')
  await passersBy.end()
  await server.end()
  // Now and then the engine lets go of code, which is no growth either way.
  const grown = heaps.slice(1).map((heap, index) => heap - (heaps[index] ?? NaN))
  return { heapBytesPerCycle: median(grown) / (cycles / parts), left }
}
