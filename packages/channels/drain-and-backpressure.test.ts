import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Connection } from './hub/connection.ts'
import { startTestServer } from './testing/test-server.ts'
import { rejectedUpgrade, connectClient } from './testing/websocket-client.ts'

test('a drain closes every socket with 4200 within its time, including stalled ones', async (t) => {
  const server = await startTestServer(t, { drainMs: 50, closeMs: 50 })
  const clients = await Promise.all(Array.from({ length: 120 }, () => connectClient(t, server)))
  const stuck = await connectClient(t, server)
  await stuck.subscribe('news')
  stuck.ws.pause()
  for (let count = 0; count < 50; count++)
    await server.channels.trigger({ channels: ['news'], name: 'e', data: 'x'.repeat(10_000) })

  await server.channels.drain()
  const codes = await Promise.all(clients.map(({ closed }) => closed))
  assert.deepEqual(new Set(codes), new Set([4200]))
  assert.equal(server.channels.metrics.sockets, 0)
  assert.equal((await rejectedUpgrade(server.url)).status, 503)
  await server.server.close()
})

test('a drain closes sockets in batches, so that they do not all reconnect at once', async (t) => {
  const server = await startTestServer(t, { drainMs: 100 })
  await Promise.all(Array.from({ length: 120 }, () => connectClient(t, server)))
  const left = new Set<number>()
  const draining = server.channels.drain()
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const look = () => {
    left.add(server.channels.metrics.sockets)
    if (left.has(0)) resolve()
    else setImmediate(look)
  }
  look()

  await Promise.all([draining, gone])

  assert.deepEqual([...left], [70, 20, 0])
})

test('a client that stops reading is closed with 4100, and the others receive everything (WS-08)', async (t) => {
  const server = await startTestServer(t, { limits: { bufferedBytes: 65_536 }, closeMs: 20_000 })
  const [slow, quick] = [await connectClient(t, server), await connectClient(t, server)]
  await Promise.all([slow.subscribe('news'), quick.subscribe('news')])
  slow.ws.pause()
  const data = 'x'.repeat(10_000)
  let published = 0
  while (server.channels.metrics.sockets === 2) {
    await server.channels.trigger(
      ...Array.from({ length: 10 }, () => ({ channels: ['news'], name: 'e', data })),
    )
    published += 10
    await quick.waitForReplies()
  }
  assert.deepEqual(server.channels.metrics.closed, { 4100: 1 })
  assert.equal(quick.unread().length, published)
  slow.ws.resume()
  assert.equal(await slow.closed, 4100)
})

test('a client that reads too slowly for too long is closed', async (t) => {
  const limits = { slowBytes: 1, slowMs: 1, bufferedBytes: Infinity }
  const server = await startTestServer(t, { limits, closeMs: 20_000, pongMs: 40 })
  const slow = await connectClient(t, server)
  await slow.subscribe('news')
  slow.ws.pause()
  const data = 'x'.repeat(10_000)
  while (server.channels.metrics.sockets === 1) {
    await server.channels.trigger({ channels: ['news'], name: 'e', data })
    await new Promise(setImmediate)
  }
  slow.ws.resume()
  assert.equal(await slow.closed, 4100)
})

test('publishing is rejected with 503 above the total buffer limit, until the slowest clients are closed', async (t) => {
  const limits = { slowBytes: Infinity, bufferedBytes: Infinity, bufferedBytesInAll: 1_000_000 }
  const server = await startTestServer(t, { limits, pongMs: 40 })
  const [quick, ...slow] = await Promise.all(
    Array.from({ length: 9 }, () => connectClient(t, server)),
  )
  for (const client of slow) {
    await client.subscribe('news')
    client.ws.pause()
  }
  await quick?.subscribe('other')
  const publish = (channel: string) =>
    server.channels.trigger({ channels: [channel], name: 'e', data: 'x'.repeat(10_000) })
  const fill = async () => {
    for (;;) {
      await publish('news')
      await new Promise(setImmediate)
    }
  }
  await assert.rejects(fill(), { statusCode: 503 })

  const isHeard = () =>
    publish('other').then(
      () => true,
      () => false,
    )
  while (!(await isHeard())) await new Promise((resolve) => setTimeout(resolve, 5))
  await quick?.next('e')
  assert.equal(server.channels.metrics.sockets >= 1, true)
  assert.ok(Number(server.channels.metrics.closed[4100]) >= 1)
})

test('an internal error closes one socket with 1011 and is logged; the others are unaffected', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await ben.subscribe('news')
  t.mock.method(
    Connection.prototype,
    'send',
    () => {
      throw new RangeError('Made up')
    },
    { times: 1 },
  )

  ada.send('pusher:ping', {})
  assert.equal(await ada.closed, 1011)
  await ben.waitForPublished(server)
})

for (const kind of ['a', 'cache-a', 'private-a', 'private-encrypted-a', 'presence-a'])
  test(`nothing is left in memory after hundreds of clients: ${kind}`, async (t) => {
    const server = await startTestServer(t, {
      limits: { upgradesPerSecond: 1e6, upgradesPerSecondPerAddress: 1e6 },
    })
    for (let rounds = 0; rounds < 10; rounds++) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => connectClient(t, server)))
      await Promise.all(
        clients.map(async (client, index) => {
          await client.signIn({ id: String(index), watchlist: ['1'] })
          if (kind.startsWith('presence-')) await client.join(kind, String(index))
          else await client.subscribe(kind)
          if (index % 2) client.ws.close()
          else client.ws.terminate()
        }),
      )
      await server.waitForSocketCount(0)
    }
    const { sockets, channels, users, watchedUsers } = server.channels.metrics
    assert.deepEqual([sockets, channels, users, watchedUsers], [0, 0, 0, 0])
    assert.deepEqual({ ...server.channels.channels() }, {})
  })

test('a large channel is served in slices, in order, and clients that join meanwhile receive new events only', async (t) => {
  const server = await startTestServer(t, {
    limits: { socketsPerSlice: 5 },
    subscriptionCounts: false,
  })
  const clients = await Promise.all(Array.from({ length: 40 }, () => connectClient(t, server)))
  await Promise.all(clients.map((client) => client.subscribe('news')))
  const late = await connectClient(t, server)

  const published = ['a', 'b'].map((name) =>
    server.channels.trigger({ channels: ['news'], name, data: {} }),
  )
  late.sendSubscribe('news')
  await Promise.all(published)
  await late.next('pusher_internal:subscription_succeeded')
  await server.channels.trigger({ channels: ['news'], name: 'c', data: {} })
  await Promise.all([...clients, late].map((client) => client.next('c')))
  for (const client of clients)
    assert.deepEqual(
      client.unread().map(({ event }) => event),
      ['a', 'b'],
    )
  assert.deepEqual(late.unread(), [])
})
