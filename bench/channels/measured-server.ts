/** The commands that every measured server handles. */
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { handleCommands } from './worker-process.ts'

export interface TimedEvent {
  /** From `nowMicros`. */
  sentAt: number
  text: string
}

export interface MemoryUsage {
  rssBytes: number
  heapBytes: number
}

const eventIntervalMs = 60
/** Pads an event to about 200 bytes. */
const padding = 'x'.repeat(130)

/** @param publish  sends an event to all subscribers */
export function runMeasuredServer(
  server: Server,
  publish: (event: TimedEvent) => unknown,
  extraHandlers: Parameters<typeof handleCommands>[0] = {},
): void {
  handleCommands({
    listen: (port) => listen(server, port),
    async publish(times) {
      for (let count = 0; count < times; count++) {
        await publish({ sentAt: nowMicros(), text: padding })
        await sleep(eventIntervalMs)
      }
    },
    cpu() {
      const { user, system } = process.cpuUsage()
      return user + system
    },
    memory: measureMemory,
    ...extraHandlers,
  })
}

/** Microseconds of a clock shared by all processes on the machine. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** @returns the port, which a second process may share */
async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen({ port, host: '127.0.0.1', backlog: 4096, reusePort: true }, resolve)
  await promise
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Memory in use after garbage collection. */
function measureMemory(): MemoryUsage {
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  return { rssBytes: process.memoryUsage.rss(), heapBytes: process.memoryUsage().heapUsed }
}
