/** Measures the cost of listening sockets against `ws` alone and Socket.IO, in separate processes on loopback. */
import { execSync } from 'node:child_process'

import { formatTable } from '#bench/format-table.ts'

import { measureFanOut } from './fan-out.ts'
import { measureMemoryGrowth } from './memory-growth.ts'
import { columns, fanOutRows, memoryGrowthRows, restartRows } from './report.ts'
import { measureRestarts } from './restarts.ts'

const maxMinutes = 20
/** File descriptors of each process that are not sockets. */
const reservedFiles = 100

const requestedSockets = Number(process.env['SOCKETS'] ?? 10_000)
const cycles = Number(process.env['CYCLES'] ?? 100_000)
const rounds = Number(process.env['ROUNDS'] ?? 5)
const events = 50

setTimeout(() => {
  console.error(`The benchmark exceeded ${maxMinutes} minutes: the machine is too busy.`)
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
  `${sockets} unmodified pusher-js clients reconnect, each to a private channel; ${cycles} cycles of connecting, signing in, subscribing to 4 channels and disconnecting.`,
)
console.log(
  `Node ${process.versions.node}. Absolute times depend on the machine; ratios compare interleaved runs.`,
)

function limitToOpenFiles(requested: number): number {
  const files = Number(execSync('ulimit -n', { encoding: 'utf8' }))
  if (Number.isNaN(files) || files >= requested + reservedFiles) return requested
  console.log(
    `The limit of ${files} open files reduces the sockets. For ${requested}, run "ulimit -n ${requested + reservedFiles}" first.`,
  )
  return files - reservedFiles
}
