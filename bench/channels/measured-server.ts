/** What each server under measurement can be told, whatever it is built with. */
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { handleCommands } from './worker-process.ts'

export interface TimedEvent {
  /** As `now` says it. */
  sentAt: number
  text: string
}

export interface MemoryUsage {
  rssBytes: number
  heapBytes: number
}

const eventIntervalMs = 60
/** Makes an event of about 200 bytes. */
const padding = 'x'.repeat(130)

/** @param publish  tells everybody who listens */
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

/** Microseconds on a clock that all processes of the machine share. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** @returns the port; a second process may stand at it with the first */
async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen({ port, host: '127.0.0.1', backlog: 4096, reusePort: true }, resolve)
  await promise
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** What is held when everything has been forgotten that can be. */
function measureMemory(): MemoryUsage {
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  return { rssBytes: process.memoryUsage.rss(), heapBytes: process.memoryUsage().heapUsed }
}
