import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessUsage {
  /** CPU time of the whole process. */
  cpuMs: number
  rssMb: number
}

/** Read from Linux: code in the process that reports its own usage would be part of it. */
export function usageOf({ pid }: ChildProcess): ProcessUsage {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10),
  )
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    cpuMs: nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6,
    rssMb: Number(kilobytes) / 1024,
  }
}
