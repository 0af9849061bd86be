import type { FanOutResult } from './fan-out.ts'
import type { MemoryGrowth } from './memory-growth.ts'
import type { RestartTimes } from './restarts.ts'

/** The most that is allowed. A reference forgotten in each cycle would be 8 bytes, an object 16 and more. */
const targets = { rssBytes: 12_000, cpuRatio: 1.15, p99Ms: 50, seconds: 15, growthBytes: 8 }

export const columns = ['', '@foyer/channels', 'ws alone', 'socket.io', 'aim', '']

export function fanOutRows([foyer, ws, socketIo]: FanOutResult[]): string[][] {
  if (!foyer || !ws || !socketIo) throw new Error('Nothing was measured.')
  const row = (title: string, cell: (result: FanOutResult) => string) => [
    title,
    ...[foyer, ws, socketIo].map(cell),
  ]
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const cpuRatio = (result: FanOutResult) => result.cpuMicrosPerDelivery / ws.cpuMicrosPerDelivery
  return [
    [
      ...row('Memory of an idle socket (resident)', (result) =>
        kilobytes(result.rssBytesPerSocket),
      ),
      ...targetCells('at most 12 kB', foyer.rssBytesPerSocket <= targets.rssBytes),
    ],
    [...row('… of it on the heap', (result) => kilobytes(result.heapBytesPerSocket)), '', ''],
    [
      ...row(
        'Processor time of a delivery',
        (result) =>
          `${result.cpuMicrosPerDelivery.toFixed(1)} µs, ${cpuRatio(result).toFixed(2)} × ws`,
      ),
      ...targetCells('at most 1.15 × ws', cpuRatio(foyer) <= targets.cpuRatio),
    ],
    [...row('An event is heard, median', ({ p50Ms }) => `${p50Ms.toFixed(1)} ms`), '', ''],
    [
      ...row('An event is heard, p99', ({ p99Ms }) => `${p99Ms.toFixed(1)} ms`),
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
    row('All are back after a planned restart', plannedSeconds),
    row('All are back after kill -9', killedSeconds),
  ]
}

export function memoryGrowthRows({ heapBytesPerCycle, remaining }: MemoryGrowth): string[][] {
  const measured = `${heapBytesPerCycle.toFixed(1)} bytes, ${remaining} left`
  const isMet = heapBytesPerCycle < targets.growthBytes && remaining === 0
  return [
    [
      'Growth of the heap per cycle',
      measured,
      '',
      '',
      ...targetCells('none (under 8 bytes)', isMet),
    ],
  ]
}

function targetCells(limit: string, isMet: boolean): [string, string] {
  return [limit, isMet ? '✔' : '✖']
}
