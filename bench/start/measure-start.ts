import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { firstResponse, type Launch, start } from '#bench/peers/launch.ts'
import { usageOf } from '#bench/process-usage.ts'

export interface StartFigures {
  firstResponseMs: number
  cpuMs: number
  restMb: number
}

/** Starts a server, waits for its first page and lets it rest. */
export async function measureStart(server: Launch): Promise<StartFigures> {
  const startedAt = performance.now()
  const child = start(server)
  await firstResponse(server, child)
  const firstResponseMs = performance.now() - startedAt
  await sleep(1000)
  const { cpuMs, rssMb } = usageOf(child)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  return { firstResponseMs, cpuMs, restMb: rssMb }
}
