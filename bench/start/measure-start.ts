import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { firstResponse, type Launch, start } from '#bench/peers/launch.ts'

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
  const figures = { firstResponseMs, ...usageOf(child) }
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  return figures
}

/** Read from Linux: code in the process that reports its own usage would be part of it. */
function usageOf({ pid }: ChildProcess): Pick<StartFigures, 'cpuMs' | 'restMb'> {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10),
  )
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    cpuMs: nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6,
    restMb: Number(kilobytes) / 1024,
  }
}
