import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Connection } from './hub/connection.ts'
import { rejectedUpgrade, connectClient } from './testing/test-client.ts'
import { startTestServer } from './testing/test-server.ts'

test('a drain sends everybody away with 4200, those who read nothing too, in its time (110)', async (t) => {
  const server = await startTestServer(t, { drainMs: 50, closeMs: 50 })
  const clients = await Promise.all(Array.from({ length: 120 }, () => connectClient(t, server)))
  const stuck = await connectClient(t, server)
  await stuck.subscribe('news')
  stuck.ws.pause()
  for (let said = 0; said < 50; said++)
    await server.channels.trigger({ channels: ['news'], name: 'e', data: 'x'.repeat(10_000) })

  await server.channels.drain()
  const codes = await Promise.all(clients.map(({ closed }) => closed))
  assert.deepEqual(new Set(codes), new Set([4200]))
  assert.equal(server.channels.metrics.sockets, 0)
  assert.equal((await rejectedUpgrade(server.url)).status, 503)
  await server.server.close()
})

test('a drain goes in batches, so that not all come to the next server at once (110)', async (t) => {
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

test('who does not read is closed with 4100, and the others hear everything (111, WS-08)', async (t) => {
  const server = await startTestServer(t, { limits: { bufferedBytes: 65_536 }, closeMs: 20_000 })
  const [slow, quick] = [await connectClient(t, server), await connectClient(t, server)]
  await Promise.all([slow.subscribe('news'), quick.subscribe('news')])
  slow.ws.pause()
  const data = 'x'.repeat(10_000)
  let said = 0
  while (server.channels.metrics.sockets === 2) {
    await server.channels.trigger(
      ...Array.from({ length: 10 }, () => ({ channels: ['news'], name: 'e', data })),
    )
    said += 10
    await quick.waitForReplies()
  }
  assert.deepEqual(server.channels.metrics.closed, { 4100: 1 })
  assert.equal(quick.unread().length, said)
  slow.ws.resume()
  assert.equal(await slow.closed, 4100)
})

test('who reads too slowly for too long is closed as well (111)', async (t) => {
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

test('so much may wait to be read in all; more is 503, until those that hold most are closed (111)', async (t) => {
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
  const say = (channel: string) =>
    server.channels.trigger({ channels: [channel], name: 'e', data: 'x'.repeat(10_000) })
  const fill = async () => {
    for (;;) {
      await say('news')
      await new Promise(setImmediate)
    }
  }
  await assert.rejects(fill(), { statusCode: 503 })

  const isHeard = () =>
    say('other').then(
      () => true,
      () => false,
    )
  while (!(await isHeard())) await new Promise((resolve) => setTimeout(resolve, 5))
  await quick?.next('e')
  assert.equal(server.channels.metrics.sockets >= 1, true)
  assert.ok(Number(server.channels.metrics.closed[4100]) >= 1)
})

test('our own mistake ends one socket with 1011 and is logged, the others go on (112)', async (t) => {
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
  test(`nothing is left after hundreds came and went: ${kind} (113)`, async (t) => {
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

test('a large channel is served in slices, in order, and who comes meanwhile hears only what is new', async (t) => {
  const server = await startTestServer(t, {
    limits: { socketsPerSlice: 5 },
    subscriptionCounts: false,
  })
  const clients = await Promise.all(Array.from({ length: 40 }, () => connectClient(t, server)))
  await Promise.all(clients.map((client) => client.subscribe('news')))
  const late = await connectClient(t, server)

  const said = ['a', 'b'].map((name) =>
    server.channels.trigger({ channels: ['news'], name, data: {} }),
  )
  late.sendSubscribe('news')
  await Promise.all(said)
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
