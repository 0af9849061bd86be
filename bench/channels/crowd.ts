/** Thousands of sockets in a process of their own that listen and count. */
import { once } from 'node:events'

import { WebSocket } from 'ws'

import { play } from './actor.ts'
import { greetings } from './greetings.ts'
import { now } from './serve.ts'

export interface Heard {
  p50Ms: number
  p99Ms: number
}

const atOnce = 100

const { KIND = '', PORT = '' } = process.env
const { path, answer } = greetings[KIND] ?? { path: '', answer: () => null }
const sockets: WebSocket[] = []
let latencies: number[] = []
let expected = Promise.withResolvers<void>()
let left = Infinity

play({
  /** Until there are so many. */
  async open(count) {
    const lanes = Array.from({ length: atOnce }, async () => {
      while (sockets.length < count) await listener()
    })
    await Promise.all(lanes)
  },
  /** All but so many go. */
  async keep(count) {
    const going = sockets.splice(count)
    const gone = going.map((socket) => once(socket, 'close'))
    for (const socket of going) socket.close()
    await Promise.all(gone)
  },
  expect(events) {
    latencies = []
    expected = Promise.withResolvers()
    left = events * sockets.length
  },
  async heard(): Promise<Heard> {
    await expected.promise
    const sorted = Float64Array.from(latencies).toSorted()
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN) / 1000
    return { p50Ms: at(0.5), p99Ms: at(0.99) }
  },
})

async function listener(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(`ws://127.0.0.1:${PORT}${path}`, { perMessageDeflate: false })
  sockets.push(socket)
  socket.on('error', reject)
  socket.on('message', (data) => {
    const heard = data.toString()
    const sentAt = /sentAt\D+(\d+)/.exec(heard)?.[1]
    if (sentAt) return hear(Number(sentAt))
    const next = answer(heard)
    if (next === 'listening') resolve()
    else if (next) socket.send(next.say)
  })
  return promise
}

function hear(sentAt: number): void {
  latencies.push(now() - sentAt)
  if (--left === 0) expected.resolve()
}
