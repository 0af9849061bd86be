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

test('replaces connections that the server terminated, without a restart', { skip }, async (t) => {
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
  // Each broken idle connection is reported.
  while (problems.length < 3) await setTimeout(10)
  // One may be checked out before its error arrives.
  await one.ping().catch(() => one.ping())
})

test(
  'a transaction whose connection is terminated fails as unavailable, and the process survives',
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

test('an unreachable server is unavailable immediately', { skip }, async (t) => {
  const { ping } = await openConnection(t, 'postgres://postgres@127.0.0.1:1/postgres')

  await assert.rejects(ping(), Unavailable)
})

test(
  'migrate waits for a starting server and reports one that stays unreachable',
  { skip },
  async (t) => {
    const { url } = await createTestDatabase(t)
    const proxy = await startTcpProxy(t, url)
    const database = await openConnection(t, proxy.url, { waitTimeoutMs: 1000 })
    proxy.pause()
    void setTimeout(500).then(proxy.resume)

    assert.deepEqual(await migrate(database), [])

    const unreachable = await openConnection(t, 'postgres://postgres@127.0.0.1:1/postgres')
    const message = /^DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/
    await assert.rejects(migrate(unreachable, {}, 200), { name: 'ConfigError', message })
  },
)

test('migrate reports a database that does not exist immediately', { skip }, async (t) => {
  const url = new URL((await createTestDatabase(t)).url)
  url.pathname = '/no_such_database'
  const database = await openConnection(t, url.href)

  await assert.rejects(migrate(database), { name: 'ConfigError', message: /no_such_database/ })
})

test('a server that accepts connections but never answers times out', { skip }, async (t) => {
  const port = await startTcpServer(t, () => {})
  const database = await connect(`postgres://postgres@127.0.0.1:${port}/postgres`, {
    waitTimeoutMs: 200,
  })

  await assert.rejects(database.ping(), Unavailable)
})

test(
  'queries to a hanging server time out, and work again when it recovers',
  { skip },
  async (t) => {
    const { url } = await createTestDatabase(t)
    const proxy = await startTcpProxy(t, url)
    const database = await openConnection(t, proxy.url, {
      waitTimeoutMs: 1000,
      statementTimeoutMs: 500,
      poolSize: 1,
    })
    await database.ping()

    proxy.pause()
    await assert.rejects(database.ping(), Unavailable)
    await assert.rejects(
      database.db.transaction().execute((tx) => pidOf(tx)),
      Unavailable,
    )
    proxy.resume()
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

/** A proxy in front of the server; while paused it drops all bytes. */
async function startTcpProxy(t: TestContext, serverUrl: string) {
  const target = new URL(serverUrl)
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
