import { median } from '#bench/table.ts'

import type { Heard } from './crowd.ts'
import { Hall } from './hall.ts'

export interface FanOut extends Heard {
  rssBytesPerSocket: number
  heapBytesPerSocket: number
  cpuMicrosPerDelivery: number
}

export interface Sizes {
  /** Sockets that only listen, while memory is looked at. */
  idle: number
  /** Those to whom events go, while processor time is looked at. */
  listeners: number
  /** Those to whom events go, while latency is looked at. */
  audience: number
  events: number
  rounds: number
}

/** Each figure for each kind of server in turn, several times over, so that a change of the machine's speed meets them all. */
export async function fanOut(kinds: string[], sizes: Sizes): Promise<FanOut[]> {
  const { idle, listeners, audience, events, rounds } = sizes
  const halls = await oneByOne(kinds, (kind) => Hall.open(kind))
  const memory = await oneByOne(halls, async (hall) => {
    const found = await hall.memoryPerSocket(idle)
    await hall.keep(listeners)
    await hall.publish(events)
    return found
  })
  const costs = await inRounds(halls, rounds, (hall) => hall.publish(events))
  await oneByOne(halls, (hall) => hall.keep(audience))
  const heard = await inRounds(halls, rounds, (hall) => hall.publish(events))
  await oneByOne(halls, (hall) => hall.close())

  return halls.map((_, index) => ({
    rssBytesPerSocket: memory[index]?.rssBytes ?? NaN,
    heapBytesPerSocket: memory[index]?.heapBytes ?? NaN,
    cpuMicrosPerDelivery:
      median(costs.map((round) => round[index]?.cpuMicros ?? NaN)) / (events * listeners),
    p50Ms: median(heard.map((round) => round[index]?.p50Ms ?? NaN)),
    p99Ms: median(heard.map((round) => round[index]?.p99Ms ?? NaN)),
  }))
}

async function inRounds<Of, Found>(
  all: Of[],
  rounds: number,
  look: (one: Of) => Promise<Found>,
): Promise<Found[][]> {
  return oneByOne(Array.from({ length: rounds }), () => oneByOne(all, look))
}

async function oneByOne<Of, Found>(all: Of[], look: (one: Of) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (const one of all) found.push(await look(one))
  return found
}
