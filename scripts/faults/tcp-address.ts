import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

import { freePort } from '#testing/free-port.ts'

import type { TestEnvironment } from './fault.ts'

/** Forwards connections, as a virtual address does; moving breaks those to the old target. */
export async function startAddress({ after }: Pick<TestEnvironment, 'after'>, firstTarget: number) {
  let target = firstTarget
  let delayMs = 0
  const sockets = new Set<Socket>()
  const port = await freePort()
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(delayed(() => delayMs)).pipe(other)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  }).listen(port, '127.0.0.1')
  const cutAll = () => sockets.forEach((socket) => socket.destroy())
  after(() => {
    cutAll()
    server.close()
  })
  return {
    port,
    moveTo(newTarget: number) {
      target = newTarget
      cutAll()
    },
    /** Each piece of data then waits this long, in each direction. */
    delayBy(milliseconds: number) {
      delayMs = milliseconds
    },
  }
}

function delayed(delayMs: () => number): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      const ms = delayMs()
      if (ms === 0) done(null, chunk)
      else setTimeout(() => done(null, chunk), ms)
    },
  })
}
