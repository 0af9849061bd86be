import type { FanOut } from './fan-out.ts'
import type { Growth } from './growth.ts'
import type { Restarts } from './restart.ts'

/** The most that is allowed. A reference forgotten in each cycle would be 8 bytes, an object 16 and more. */
const aims = { rssBytes: 12_000, cpuRatio: 1.15, p99Ms: 50, seconds: 15, growthBytes: 8 }

export const columns = ['', '@foyer/channels', 'ws alone', 'socket.io', 'aim', '']

export function fanOutRows([foyer, ws, socketIo]: FanOut[]): string[][] {
  if (!foyer || !ws || !socketIo) throw new Error('Nothing was measured.')
  const row = (title: string, cell: (of: FanOut) => string) => [
    title,
    ...[foyer, ws, socketIo].map(cell),
  ]
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const cpuRatio = (of: FanOut) => of.cpuMicrosPerDelivery / ws.cpuMicrosPerDelivery
  return [
    [
      ...row('Memory of an idle socket (resident)', (of) => kilobytes(of.rssBytesPerSocket)),
      ...aim('at most 12 kB', foyer.rssBytesPerSocket <= aims.rssBytes),
    ],
    [...row('… of it on the heap', (of) => kilobytes(of.heapBytesPerSocket)), '', ''],
    [
      ...row(
        'Processor time of a delivery',
        (of) => `${of.cpuMicrosPerDelivery.toFixed(1)} µs, ${cpuRatio(of).toFixed(2)} × ws`,
      ),
      ...aim('at most 1.15 × ws', cpuRatio(foyer) <= aims.cpuRatio),
    ],
    [...row('An event is heard, median', ({ p50Ms }) => `${p50Ms.toFixed(1)} ms`), '', ''],
    [
      ...row('An event is heard, p99', ({ p99Ms }) => `${p99Ms.toFixed(1)} ms`),
      ...aim('under 50 ms', foyer.p99Ms < aims.p99Ms),
    ],
  ]
}

export function restartRows({ plannedSeconds, killedSeconds }: Restarts): string[][] {
  const row = (title: string, seconds: number) => [
    title,
    `${seconds.toFixed(1)} s`,
    '',
    '',
    ...aim('within 15 s', seconds <= aims.seconds),
  ]
  return [
    row('All are back after a planned restart', plannedSeconds),
    row('All are back after kill -9', killedSeconds),
  ]
}

export function growthRows({ heapBytesPerCycle, left }: Growth): string[][] {
  const found = `${heapBytesPerCycle.toFixed(1)} bytes, ${left} left`
  const isMet = heapBytesPerCycle < aims.growthBytes && left === 0
  return [['Growth of the heap per cycle', found, '', '', ...aim('none (under 8 bytes)', isMet)]]
}

function aim(most: string, isMet: boolean): [string, string] {
  return [most, isMet ? '✔' : '✖']
}
