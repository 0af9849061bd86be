import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { type ServerProcess, spawnServer } from '#testing/spawn-server.ts'

/** A server as in production, and a connection that has had one answer. */
async function withOpenConnection(t: TestContext, variables: Record<string, string> = {}) {
  const server = await spawnServer(t, { APP_ENV: 'staging', ...variables })
  const socket = connect(portOf(server), '127.0.0.1').on('error', () => {})
  t.after(() => void socket.destroy())
  assert.match(await visit(socket, server), /^HTTP\/1.1 200 .+connection: keep-alive/is)
  return { server, socket }
}

/** @returns what the server sends next; an empty text when it closes the connection */
function visit(socket: Socket, { origin }: ServerProcess): Promise<string> {
  if (socket.destroyed) return Promise.resolve('')
  socket.write(`GET /up HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`)
  return new Promise((resolve) => {
    socket.once('data', (answer) => resolve(String(answer))).once('close', () => resolve(''))
  })
}

async function waitUntilPortIsClosed(server: ServerProcess): Promise<void> {
  while (await canConnect(portOf(server))) await sleep(20)
}

function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

function portOf({ origin }: ServerProcess): number {
  return Number(new URL(origin).port)
}

test('a request on an open connection is answered after the port was closed', async (t) => {
  const { server, socket } = await withOpenConnection(t)

  server.child.kill('SIGTERM')
  await waitUntilPortIsClosed(server)

  assert.match(await visit(socket, server), /^HTTP\/1.1 200 .+connection: close/is)
  assert.equal(await server.waitForExit(), 0)
})

test('a request that arrives while the process is busy is answered, not cut off', async (t) => {
  const busy = 'process.on("SIGUSR2",()=>{const end=Date.now()+3000;while(Date.now()<end);})'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(busy)}`
  const { server, socket } = await withOpenConnection(t, { NODE_OPTIONS })

  server.child.kill('SIGTERM')
  await waitUntilPortIsClosed(server)
  server.child.kill('SIGUSR2')
  await sleep(100)

  assert.match(await visit(socket, server), /^HTTP\/1.1 200 .+connection: close/is)
  assert.equal(await server.waitForExit(), 0)
})
