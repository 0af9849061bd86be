import { median } from '#bench/format-table.ts'

import { ServerAndClients } from './server-and-clients.ts'
import type { Latency } from './socket-clients.ts'

export interface FanOutResult extends Latency {
  rssBytesPerSocket: number
  heapBytesPerSocket: number
  cpuMicrosPerDelivery: number
}

export interface Sizes {
  /** Idle sockets, for measuring memory. */
  idle: number
  /** Sockets that receive events, for measuring CPU time. */
  listeners: number
  /** Sockets that receive events, for measuring latency. */
  audience: number
  events: number
  rounds: number
}

/** Measures the kinds of server in turns, so that changes in the machine's speed affect all of them. */
export async function measureFanOut(kinds: string[], sizes: Sizes): Promise<FanOutResult[]> {
  const { idle, listeners, audience, events, rounds } = sizes
  const benchmarks = await mapSequentially(kinds, (kind) => ServerAndClients.start(kind))
  const memory = await mapSequentially(benchmarks, async (benchmark) => {
    const found = await benchmark.memoryPerSocket(idle)
    await benchmark.keepClients(listeners)
    await benchmark.publish(events)
    return found
  })
  const cpuRounds = await repeatRounds(benchmarks, rounds, (benchmark) => benchmark.publish(events))
  await mapSequentially(benchmarks, (benchmark) => benchmark.keepClients(audience))
  const latencyRounds = await repeatRounds(benchmarks, rounds, (benchmark) =>
    benchmark.publish(events),
  )
  await mapSequentially(benchmarks, (benchmark) => benchmark.close())

  return benchmarks.map((_, index) => ({
    rssBytesPerSocket: memory[index]?.rssBytes ?? NaN,
    heapBytesPerSocket: memory[index]?.heapBytes ?? NaN,
    cpuMicrosPerDelivery:
      median(cpuRounds.map((round) => round[index]?.cpuMicros ?? NaN)) / (events * listeners),
    p50Ms: median(latencyRounds.map((round) => round[index]?.p50Ms ?? NaN)),
    p99Ms: median(latencyRounds.map((round) => round[index]?.p99Ms ?? NaN)),
  }))
}

async function repeatRounds<Item, Result>(
  items: Item[],
  rounds: number,
  measure: (item: Item) => Promise<Result>,
): Promise<Result[][]> {
  return mapSequentially(Array.from({ length: rounds }), () => mapSequentially(items, measure))
}

async function mapSequentially<Item, Result>(
  items: Item[],
  measure: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await measure(item))
  return results
}
