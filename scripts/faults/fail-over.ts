import { connect, createServer, type Socket } from 'node:net'

import { freePort } from '#testing/load-balancer.ts'
import { PostgresServer } from '#testing/postgres-server.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'

/** Two servers behind one address: a primary that waits for its standby at each commit. */
function createFailOver(): LoadFault {
  let primary: PostgresServer
  let standby: PostgresServer
  let address: Awaited<ReturnType<typeof startAddress>>
  return {
    id: 'F09',
    title: 'fail-over: the primary killed, its synchronous standby promoted',
    on: 'postgres',
    isShort: true,
    async prepare({ after }) {
      primary = await (await PostgresServer.create({ after })).start()
      standby = await (await PostgresServer.create({ after }, primary)).start()
      // With a standby that is not there yet, the first commit would wait.
      await primary.stop()
      await primary.start(['synchronous_standby_names=*'])
      address = await startAddress({ after }, primary.port)
      return { DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres` }
    },
    async inject() {
      primary.signal('SIGKILL')
      const killedAt = performance.now()
      standby.promote()
      address.moveTo(standby.port)
      return killedAt
    },
  }
}

export const failOver = createFailOver()

/** Forwards connections, as a virtual address does; moving breaks those to the old target. */
async function startAddress({ after }: Pick<TestEnvironment, 'after'>, firstTarget: number) {
  let target = firstTarget
  const sockets = new Set<Socket>()
  const port = await freePort()
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
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
  }
}
