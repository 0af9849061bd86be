/**
 * What listening sockets cost, beside `ws` alone doing the same fan-out and beside Socket.IO. Servers and clients are
 * processes of their own on loopback; everything ends by itself.
 */
import { execSync } from 'node:child_process'

import { formatTable } from '#bench/format-table.ts'

import { measureFanOut } from './fan-out.ts'
import { measureMemoryGrowth } from './memory-growth.ts'
import { columns, fanOutRows, memoryGrowthRows, restartRows } from './report.ts'
import { measureRestarts } from './restarts.ts'

const maxMinutes = 20
/** Of each process, for everything that is not a socket. */
const reservedFiles = 100

const requestedSockets = Number(process.env['SOCKETS'] ?? 10_000)
const cycles = Number(process.env['CYCLES'] ?? 100_000)
const rounds = Number(process.env['ROUNDS'] ?? 5)
const events = 50

setTimeout(() => {
  console.error(`It takes longer than ${maxMinutes} minutes: the machine is too busy.`)
  process.exit(1)
}, maxMinutes * 60_000).unref()

const sockets = limitToOpenFiles(requestedSockets)
const sizes = {
  idle: sockets,
  listeners: Math.min(3000, sockets),
  audience: Math.min(1000, sockets),
  events,
  rounds,
}
const rows = [
  ...fanOutRows(await measureFanOut(['foyer', 'ws', 'socket-io'], sizes)),
  ...restartRows(await measureRestarts(sockets)),
  ...memoryGrowthRows(await measureMemoryGrowth(cycles)),
]

console.log(formatTable([columns, ...rows]))
console.log(
  `${sizes.idle} idle sockets; ${events} events of 200 bytes to ${sizes.listeners} sockets for processor time, to ${sizes.audience} for latency; medians of ${rounds} rounds.`,
)
console.log(
  `${sockets} unmodified pusher-js clients come back, each to a private channel; ${cycles} cycles of connecting, signing in, listening to 4 channels and going.`,
)
console.log(
  `Node ${process.versions.node}. Times on a busy machine tell little; the ratios were taken in turn.`,
)

function limitToOpenFiles(requested: number): number {
  const files = Number(execSync('ulimit -n', { encoding: 'utf8' }))
  if (Number.isNaN(files) || files >= requested + reservedFiles) return requested
  console.log(
    `A process may open ${files} files here, so there are fewer sockets. For ${requested}, set "ulimit -n ${requested + reservedFiles}" first.`,
  )
  return files - reservedFiles
}
