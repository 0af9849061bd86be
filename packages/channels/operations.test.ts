import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Connection } from '#hub/connection.ts'

import { site } from './testing/site.ts'
import { refusalOf, talk } from './testing/talker.ts'

test('a drain sends everybody away with 4200, those who read nothing too, in its time (110)', async (t) => {
  const here = await site(t, { drainMs: 50, closeMs: 50 })
  const talkers = await Promise.all(Array.from({ length: 120 }, () => talk(t, here)))
  const stuck = await talk(t, here)
  await stuck.subscribe('news')
  stuck.ws.pause()
  for (let said = 0; said < 50; said++)
    await here.channels.trigger({ channels: ['news'], name: 'e', data: 'x'.repeat(10_000) })

  await here.channels.drain()
  const codes = await Promise.all(talkers.map(({ closed }) => closed))
  assert.deepEqual(new Set(codes), new Set([4200]))
  assert.equal(here.channels.figures.sockets, 0)
  assert.equal((await refusalOf(here.url)).status, 503)
  await here.server.close()
})

test('a drain goes in batches, so that not all come to the next server at once (110)', async (t) => {
  const here = await site(t, { drainMs: 100 })
  await Promise.all(Array.from({ length: 120 }, () => talk(t, here)))
  const left = new Set<number>()
  const draining = here.channels.drain()
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const look = () => {
    left.add(here.channels.figures.sockets)
    if (left.has(0)) resolve()
    else setImmediate(look)
  }
  look()

  await Promise.all([draining, gone])

  assert.deepEqual([...left], [70, 20, 0])
})

test('who does not read is closed with 4100, and the others hear everything (111, WS-08)', async (t) => {
  const here = await site(t, { limits: { bufferedBytes: 65_536 }, closeMs: 20_000 })
  const [slow, quick] = [await talk(t, here), await talk(t, here)]
  await Promise.all([slow.subscribe('news'), quick.subscribe('news')])
  slow.ws.pause()
  const data = 'x'.repeat(10_000)
  let said = 0
  while (here.channels.figures.sockets === 2) {
    await here.channels.trigger(
      ...Array.from({ length: 10 }, () => ({ channels: ['news'], name: 'e', data })),
    )
    said += 10
    await quick.pong()
  }
  assert.deepEqual(here.channels.figures.closed, { 4100: 1 })
  assert.equal(quick.rest().length, said)
  slow.ws.resume()
  assert.equal(await slow.closed, 4100)
})

test('who reads too slowly for too long is closed as well (111)', async (t) => {
  const limits = { slowBytes: 1, slowMs: 1, bufferedBytes: Infinity }
  const here = await site(t, { limits, closeMs: 20_000, pongMs: 40 })
  const slow = await talk(t, here)
  await slow.subscribe('news')
  slow.ws.pause()
  const data = 'x'.repeat(10_000)
  while (here.channels.figures.sockets === 1) {
    await here.channels.trigger({ channels: ['news'], name: 'e', data })
    await new Promise(setImmediate)
  }
  slow.ws.resume()
  assert.equal(await slow.closed, 4100)
})

test('so much may wait to be read in all; more is 503, until those that hold most are closed (111)', async (t) => {
  const limits = { slowBytes: Infinity, bufferedBytes: Infinity, bufferedBytesInAll: 1_000_000 }
  const here = await site(t, { limits, pongMs: 40 })
  const [quick, ...slow] = await Promise.all(Array.from({ length: 9 }, () => talk(t, here)))
  for (const talker of slow) {
    await talker.subscribe('news')
    talker.ws.pause()
  }
  await quick?.subscribe('other')
  const say = (channel: string) =>
    here.channels.trigger({ channels: [channel], name: 'e', data: 'x'.repeat(10_000) })
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
  assert.equal(here.channels.figures.sockets >= 1, true)
  assert.ok(Number(here.channels.figures.closed[4100]) >= 1)
})

test('our own mistake ends one socket with 1011 and is logged, the others go on (112)', async (t) => {
  const here = await site(t)
  const [ada, ben] = [await talk(t, here), await talk(t, here)]
  await ben.subscribe('news')
  t.mock.method(
    Connection.prototype,
    'send',
    () => {
      throw new RangeError('Made up')
    },
    { times: 1 },
  )

  ada.say('pusher:ping', {})
  assert.equal(await ada.closed, 1011)
  await ben.fence(here)
})

for (const kind of ['a', 'cache-a', 'private-a', 'private-encrypted-a', 'presence-a'])
  test(`nothing is left after hundreds came and went: ${kind} (113)`, async (t) => {
    const here = await site(t, {
      limits: { upgradesPerSecond: 1e6, upgradesPerSecondPerAddress: 1e6 },
    })
    for (let rounds = 0; rounds < 10; rounds++) {
      const talkers = await Promise.all(Array.from({ length: 10 }, () => talk(t, here)))
      await Promise.all(
        talkers.map(async (talker, index) => {
          await talker.signIn({ id: String(index), watchlist: ['1'] })
          if (kind.startsWith('presence-')) await talker.join(kind, String(index))
          else await talker.subscribe(kind)
          if (index % 2) talker.ws.close()
          else talker.ws.terminate()
        }),
      )
      await here.sockets(0)
    }
    const { sockets, channels, users, watchedUsers } = here.channels.figures
    assert.deepEqual([sockets, channels, users, watchedUsers], [0, 0, 0, 0])
    assert.deepEqual({ ...here.channels.channels() }, {})
  })

test('a large channel is served in slices, in order, and who comes meanwhile hears only what is new', async (t) => {
  const here = await site(t, { limits: { socketsPerSlice: 5 }, subscriptionCounts: false })
  const talkers = await Promise.all(Array.from({ length: 40 }, () => talk(t, here)))
  await Promise.all(talkers.map((talker) => talker.subscribe('news')))
  const late = await talk(t, here)

  const said = ['a', 'b'].map((name) =>
    here.channels.trigger({ channels: ['news'], name, data: {} }),
  )
  late.ask('news')
  await Promise.all(said)
  await late.next('pusher_internal:subscription_succeeded')
  await here.channels.trigger({ channels: ['news'], name: 'c', data: {} })
  await Promise.all([...talkers, late].map((talker) => talker.next('c')))
  for (const talker of talkers)
    assert.deepEqual(
      talker.rest().map(({ event }) => event),
      ['a', 'b'],
    )
  assert.deepEqual(late.rest(), [])
})
