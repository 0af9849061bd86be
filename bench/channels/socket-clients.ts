/** Thousands of sockets in one process that receive events and record latency. */
import { once } from 'node:events'

import { WebSocket } from 'ws'

import { handshakes } from './handshakes.ts'
import { nowMicros } from './measured-server.ts'
import { handleCommands } from './worker-process.ts'

export interface Latency {
  p50Ms: number
  p99Ms: number
}

const concurrency = 100

const { KIND = '', PORT = '' } = process.env
const { path, respond } = handshakes[KIND] ?? { path: '', respond: () => null }
const sockets: WebSocket[] = []
let latencies: number[] = []
let allReceived = Promise.withResolvers<void>()
let remaining = Infinity

handleCommands({
  async open(count) {
    const workers = Array.from({ length: concurrency }, async () => {
      while (sockets.length < count) await openSocket()
    })
    await Promise.all(workers)
  },
  async keepOnly(count) {
    const closing = sockets.splice(count)
    const closed = closing.map((socket) => once(socket, 'close'))
    for (const socket of closing) socket.close()
    await Promise.all(closed)
  },
  expect(events) {
    latencies = []
    allReceived = Promise.withResolvers()
    remaining = events * sockets.length
  },
  async latency(): Promise<Latency> {
    await allReceived.promise
    const sorted = Float64Array.from(latencies).toSorted()
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN) / 1000
    return { p50Ms: at(0.5), p99Ms: at(0.99) }
  },
})

async function openSocket(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(`ws://127.0.0.1:${PORT}${path}`, { perMessageDeflate: false })
  sockets.push(socket)
  socket.on('error', reject)
  socket.on('message', (data) => {
    const message = data.toString()
    const sentAt = /sentAt\D+(\d+)/.exec(message)?.[1]
    if (sentAt) return recordLatency(Number(sentAt))
    const next = respond(message)
    if (next === 'listening') resolve()
    else if (next) socket.send(next.send)
  })
  return promise
}

function recordLatency(sentAt: number): void {
  latencies.push(nowMicros() - sentAt)
  if (--remaining === 0) allReceived.resolve()
}
