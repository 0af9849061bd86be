import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect as dial, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import Fastify from 'fastify'

import { buildTestApp } from '#testing/test-app.ts'

import { requestTimeoutMs, slowReaderTimeoutMs } from './request-limits.ts'
import { closeSlowReaders } from './slow-readers.ts'

const host = 'Host: localhost:3000'
const request = `GET / HTTP/1.1\r\n${host}\r\n\r\n`

async function listening(t: TestContext) {
  const { app } = await buildTestApp(t)
  assert.equal(app.server.requestTimeout, requestTimeoutMs)
  assert.equal(app.server.headersTimeout, requestTimeoutMs)
  assert.equal(app.server.timeout, slowReaderTimeoutMs)
  // A quarter of the real timeouts is as good a proof.
  app.server.requestTimeout = requestTimeoutMs / 4
  app.server.headersTimeout = requestTimeoutMs / 4
  app.server.setTimeout(slowReaderTimeoutMs / 4)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const script = /\/assets\/vendor-[\w-]+\.js/.exec(
    (await app.inject({ url: '/login', headers: { host: 'localhost:3000' } })).body,
  )?.[0]
  assert.ok(script)
  return { app, port, script }
}

async function statusOf(port: number, path: string): Promise<number | undefined> {
  const statusRequest = get({ port, path, agent: false, headers: { host: 'localhost:3000' } })
  const [response] = await once(statusRequest, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

test('five hundred clients that stall while sending or reading are disconnected and block nobody (PAR-12)', async (t) => {
  const { app, port, script } = await listening(t)
  const closed: Promise<unknown>[] = []
  app.server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')))
  const partialRequests = [
    `GET /login HTTP/1.1\r\n${host}\r\nX-Slow`,
    '',
    `POST /login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    `POST /login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{`,
  ]
  // Responses larger than all buffers, for a client that never reads.
  const unread = `GET ${script} HTTP/1.1\r\n${host}\r\n\r\n`.repeat(150)
  const payloads = [
    ...Array.from({ length: 490 }, (_, index) => partialRequests[index % 4] ?? ''),
    ...Array(10).fill(unread),
  ]

  const sockets = await Promise.all(
    payloads.map(async (text) => {
      const socket = dial(port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      if (text !== unread) socket.resume()
      socket.write(text)
      return socket
    }),
  )
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  for (let times = 0; times < 20; times++) assert.equal(await statusOf(port, '/login'), 200)

  assert.ok(closed.length >= 500)
  await Promise.all(closed)
  assert.equal(await statusOf(port, '/login'), 200)
})

/** Serves an endless response. The required speed exceeds what the buffers of loopback connections can hide. */
async function endlessServer(t: TestContext): Promise<number> {
  const app = Fastify({ forceCloseConnections: true })
  closeSlowReaders(app, { graceMs: 1000, bytesPerSecond: 10e6, checkMs: 50 })
  const chunk = Buffer.alloc(65_536)
  app.get('/', (_request, reply) => reply.send(Readable.from(repeat(chunk))))
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  return (app.server.address() as AddressInfo).port
}

function* repeat(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk
}

/** Reads at a speed, and sends a further request with each read. @returns whether it was cut off within 6 seconds */
async function isCutOff(port: number, bytesPerSecond: number): Promise<boolean> {
  const start = performance.now()
  const elapsedSeconds = () => (performance.now() - start) / 1000
  const socket = dial(port, '127.0.0.1').on('error', () => {})
  socket.write(request)
  let read = 0
  socket.on('data', ({ length }) => {
    read += length
    socket.write(request)
    socket.pause()
    const aheadMs = (read / bytesPerSecond - elapsedSeconds()) * 1000
    setTimeout(() => socket.resume(), Math.max(0, aheadMs))
  })
  while (elapsedSeconds() < 6 && !socket.closed) await sleep(50)
  const wasCutOff = socket.closed
  socket.destroy()
  return wasCutOff
}

test('a client that takes a trickle is cut off in the end, a slow one is not (PAR-12)', async (t) => {
  const port = await endlessServer(t)

  const [trickle, slow] = await Promise.all([isCutOff(port, 500_000), isCutOff(port, 20e6)])

  assert.deepEqual({ trickle, slow }, { trickle: true, slow: false })
})
