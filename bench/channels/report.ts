import type { FanOutResult } from './fan-out.ts'
import type { MemoryGrowth } from './memory-growth.ts'
import type { RestartTimes } from './restarts.ts'

/** Upper limits. A reference leaked in each cycle is 8 bytes, an object 16 or more. */
const targets = { rssBytes: 12_000, cpuRatio: 1.15, p99Ms: 50, seconds: 15, growthBytes: 8 }

export const columns = ['', '@foyer/channels', 'ws alone', 'socket.io', 'target', '']

export function fanOutRows([foyer, ws, socketIo]: FanOutResult[]): string[][] {
  if (!foyer || !ws || !socketIo) throw new Error('No measurements')
  const row = (title: string, cell: (result: FanOutResult) => string) => [
    title,
    ...[foyer, ws, socketIo].map(cell),
  ]
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const cpuRatio = (result: FanOutResult) => result.cpuMicrosPerDelivery / ws.cpuMicrosPerDelivery
  return [
    [
      ...row('Memory per idle socket (resident)', (result) => kilobytes(result.rssBytesPerSocket)),
      ...targetCells('at most 12 kB', foyer.rssBytesPerSocket <= targets.rssBytes),
    ],
    [...row('… of it on the heap', (result) => kilobytes(result.heapBytesPerSocket)), '', ''],
    [
      ...row(
        'CPU time per delivery',
        (result) =>
          `${result.cpuMicrosPerDelivery.toFixed(1)} µs, ${cpuRatio(result).toFixed(2)} × ws`,
      ),
      ...targetCells('at most 1.15 × ws', cpuRatio(foyer) <= targets.cpuRatio),
    ],
    [...row('Event latency, median', ({ p50Ms }) => `${p50Ms.toFixed(1)} ms`), '', ''],
    [
      ...row('Event latency, p99', ({ p99Ms }) => `${p99Ms.toFixed(1)} ms`),
      ...targetCells('under 50 ms', foyer.p99Ms < targets.p99Ms),
    ],
  ]
}

export function restartRows({ plannedSeconds, killedSeconds }: RestartTimes): string[][] {
  const row = (title: string, seconds: number) => [
    title,
    `${seconds.toFixed(1)} s`,
    '',
    '',
    ...targetCells('within 15 s', seconds <= targets.seconds),
  ]
  return [
    row('All reconnected after a planned restart', plannedSeconds),
    row('All reconnected after kill -9', killedSeconds),
  ]
}

export function memoryGrowthRows({ heapBytesPerCycle, remaining }: MemoryGrowth): string[][] {
  const measured = `${heapBytesPerCycle.toFixed(1)} bytes, ${remaining} left`
  const isMet = heapBytesPerCycle < targets.growthBytes && remaining === 0
  return [
    ['Heap growth per cycle', measured, '', '', ...targetCells('none (under 8 bytes)', isMet)],
  ]
}

function targetCells(limit: string, isMet: boolean): [string, string] {
  return [limit, isMet ? '✔' : '✖']
}
