import assert from 'node:assert/strict'
import { connect as dial, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import { Unavailable } from '#app/platform/errors.ts'
import { openConnection, createTestDatabase, testDialect } from '#testing/test-database.ts'

import { connect, type Db, type Tx } from './connect.ts'
import { migrate } from './migrate.ts'

const skip = testDialect === 'postgres' ? false : 'only with TEST_DATABASE=postgres'

test(
  'connections that the server ended are replaced, and nobody has to restart',
  { skip },
  async (t) => {
    const problems: string[] = []
    const options = { onConnectionError: ({ message }: Error) => problems.push(message) }
    const one = await createTestDatabase(t, options)
    const adminDb = await openConnection(t, one.url)
    const { promise: allAreOpen, resolve } = Promise.withResolvers<void>()
    const pids: number[] = []
    const open = async (tx: Tx) => {
      if (pids.push(await pidOf(tx)) === 3) resolve()
      await allAreOpen
    }
    await Promise.all([1, 2, 3].map(() => one.db.transaction().execute(open)))

    await terminate(adminDb.db, pids)
    // Each idle connection that broke is told of.
    while (problems.length < 3) await setTimeout(10)
    // One may have been taken before it was known to be broken.
    await one.ping().catch(() => one.ping())
  },
)

test(
  'a transaction whose connection is ended is refused, and the process lives on',
  { skip },
  async (t) => {
    const one = await createTestDatabase(t)
    const adminDb = await openConnection(t, one.url)

    const broken = one.db.transaction().execute(async (tx) => {
      await terminate(adminDb.db, [await pidOf(tx)])
      await setTimeout(50)
      await pidOf(tx)
    })

    await assert.rejects(broken, Unavailable)
    await one.ping()
  },
)

test('a server that is not there is unavailable at once', { skip }, async (t) => {
  const { ping } = await openConnection(t, 'postgres://postgres@127.0.0.1:1/postgres')

  await assert.rejects(ping(), Unavailable)
})

test(
  'a start waits for a server that is still starting, and says so when it never comes',
  { skip },
  async (t) => {
    const { url } = await createTestDatabase(t)
    const through = await startTcpProxy(t, url)
    const database = await openConnection(t, through.url, { waitTimeoutMs: 1000 })
    through.pause()
    void setTimeout(500).then(through.resume)

    assert.deepEqual(await migrate(database), [])

    const unreachable = await openConnection(t, 'postgres://postgres@127.0.0.1:1/postgres')
    const sentence = /^DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/
    await assert.rejects(migrate(unreachable, {}, 200), { name: 'ConfigError', message: sentence })
  },
)

test('a database that does not exist is said at once', { skip }, async (t) => {
  const url = new URL((await createTestDatabase(t)).url)
  url.pathname = '/no_such_database'
  const database = await openConnection(t, url.href)

  await assert.rejects(migrate(database), { name: 'ConfigError', message: /no_such_database/ })
})

test('a server that takes the connection and says nothing is given up', { skip }, async (t) => {
  const port = await startTcpServer(t, () => {})
  const silentPort = await connect(`postgres://postgres@127.0.0.1:${port}/postgres`, {
    waitTimeoutMs: 200,
  })

  await assert.rejects(silentPort.ping(), Unavailable)
})

test(
  'a server that hangs in the middle is given up, and used again when it comes back',
  { skip },
  async (t) => {
    const { url } = await createTestDatabase(t)
    const through = await startTcpProxy(t, url)
    const database = await openConnection(t, through.url, {
      waitTimeoutMs: 1000,
      statementTimeoutMs: 500,
      poolSize: 1,
    })
    await database.ping()

    through.pause()
    await assert.rejects(database.ping(), Unavailable)
    await assert.rejects(
      database.db.transaction().execute((tx) => pidOf(tx)),
      Unavailable,
    )
    through.resume()
    await database.ping()
  },
)

async function pidOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

async function terminate(db: Db, pids: number[]): Promise<void> {
  await sql`select pg_terminate_backend(pid) from unnest(${pids}::int[]) as pid`.execute(db)
}

async function startTcpServer(t: TestContext, onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Stands between us and the server, and can stop passing anything on. */
async function startTcpProxy(t: TestContext, to: string) {
  const target = new URL(to)
  const { port: realPort, hostname } = target
  let isPaused = false
  const port = await startTcpServer(t, (socket) => {
    const server = dial(Number(realPort), hostname).on('error', () => socket.destroy())
    socket
      .on('data', (bytes) => isPaused || server.write(bytes))
      .on('close', () => server.destroy())
    server
      .on('data', (bytes) => isPaused || socket.write(bytes))
      .on('close', () => socket.destroy())
  })
  target.port = String(port)
  const set = (value: boolean) => () => (isPaused = value)
  return { url: target.href, pause: set(true), resume: set(false) }
}
