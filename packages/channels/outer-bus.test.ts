import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import type { Bus } from '@foyer/channels'
import { postgresBus } from '@foyer/channels/postgres'
import { redisBus } from '@foyer/channels/redis'
import { Redis } from 'ioredis'
import { Client } from 'pg'

import { inOwnSchema, outerBuses, postgresUrl, redisUrl } from './testing/buses.ts'
import { relay } from './testing/relay.ts'
import { type Site, site } from './testing/site.ts'
import { dial, refusalOf, talk } from './testing/talker.ts'

const quick = { beatMs: 60, patienceMs: 150 }
const impatient = { patienceMs: 500 }

interface Outer {
  url: string
  port: number
  prefix: string
  bus(url?: string): Bus
  /** Forgets all that was said. */
  flush(): Promise<void>
  /** Keeps nothing but the last thing that was said. */
  trim(): Promise<void>
  /** Says something that no node of ours would. */
  inject(text: string): Promise<void>
}

function outer(name: string, prefix: string): Outer {
  if (name === 'redis') {
    const url = redisUrl ?? ''
    const speak = async (use: (redis: Redis) => Promise<unknown>) => {
      const redis = new Redis(url)
      await use(redis)
      redis.disconnect()
    }
    return {
      url,
      port: 6379,
      prefix,
      bus: (other = url) => redisBus({ url: other, prefix }),
      flush: () => speak((redis) => redis.del(`{${prefix}}:head`, `{${prefix}}:log`)),
      trim: () => speak((redis) => redis.xtrim(`{${prefix}}:log`, 'MAXLEN', 1)),
      inject: (text) => speak((redis) => redis.publish(`{${prefix}}:news`, text)),
    }
  }
  const url = postgresUrl ?? ''
  const query = async (text: string, values: unknown[]) => {
    const client = new Client(url)
    await client.connect()
    await client.query(text, values)
    await client.end()
  }
  return {
    url,
    port: 5432,
    prefix,
    bus: (other = url) => postgresBus({ url: other, prefix }),
    flush: () => query(forget, [prefix]),
    trim: () => query(trim, [prefix]),
    inject: (text) => query('select pg_notify($1, $2)', [`${prefix}_news`, text]),
  }
}

const trim = `
  delete from channels_log where topic = $1 and last < (select n from channels_head where topic = $1)`

const forget = `
  with log as (delete from channels_log where topic = $1)
  delete from channels_head where topic = $1`

const aDayAhead = 'const { now } = Date; Date.now = () => now() + 86_400_000'

/** @param first  what the process does before anything else */
async function child(t: TestContext, name: string, { url, prefix }: Outer, first = '') {
  const path = fileURLToPath(new URL('./testing/node.ts', import.meta.url))
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(first)}`]
  const process = fork(path, [name, url, prefix], { execArgv })
  t.after(() => process.kill('SIGKILL'))
  const [address] = await once(process, 'message')
  return { process, url: `ws://127.0.0.1:${address.port}/app/app-key?protocol=7` }
}

inOwnSchema()

if (outerBuses.length === 0) test.skip('between machines: needs Redis or PostgreSQL')

for (const { name, cluster } of outerBuses) {
  const on = (what: string) => `${what} [${name}]`

  test(
    on('a node that is killed takes its members, users and sockets along (66, 91)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const one = await site(t, { bus: place.bus(), ...quick })
      const other = await child(t, name, place)
      const [ada, ben] = [await talk(t, one), dial(t, other.url)]
      ben.id = Object((await ben.next('pusher:connection_established')).data).socket_id
      await ada.signIn({ id: '1', watchlist: ['2'] })
      await ada.join('presence-a', '1')
      await ben.signIn({ id: '2' })
      await ben.join('presence-a', '2')
      await ada.next('pusher_internal:member_added')
      await ada.next('pusher_internal:watchlist_events')
      assert.equal(one.channels.figures.otherNodes.length, 1)

      other.process.kill('SIGKILL')
      await ada.next('pusher_internal:member_removed')
      const { data } = await ada.next('pusher_internal:watchlist_events')
      assert.deepEqual(Object(data).events, [{ name: 'offline', user_ids: ['2'] }])
      assert.deepEqual(one.channels.users('presence-a'), ['1'])
    },
  )

  test(
    on('a node whose clock is a day ahead is a node like any other, also when it is killed (66)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const settings = { ...quick, recoverable: () => true }
      const one = await site(t, { bus: place.bus(), ...settings })
      const other = await child(t, name, place, aDayAhead)
      const [ada, ben] = [await talk(t, one), dial(t, other.url)]
      ben.id = Object((await ben.next('pusher:connection_established')).data).socket_id
      await ada.join('presence-a', '1')
      const before = Object((await ada.subscribe('private-a')).data)
      await ben.join('presence-a', '2')
      await ben.subscribe('private-a')
      for (const event of ['a', 'b', 'c']) {
        await one.channels.trigger({ channels: ['private-a'], name: event, data: {} })
        await ben.next(event)
      }

      const cleo = await talk(t, await site(t, { bus: place.bus(), ...settings }))
      const { data } = await cleo.subscribe('private-a', JSON.stringify({ recover: before }))
      assert.equal(Object(data).recovered, true)
      for (const event of ['a', 'b', 'c']) await cleo.next(event)
      other.process.kill('SIGKILL')
      while (one.channels.users('presence-a').includes('2')) await new Promise(setImmediate)
    },
  )

  test(
    on(
      'when the bus forgets everything, members stay, nobody is cut off, and places begin anew (67)',
    ),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const settings = { ...quick, beatMs: 10_000, recoverable: () => true }
      const [one, two] = [
        await site(t, { bus: place.bus(), ...settings }),
        await site(t, { bus: place.bus(), ...settings }),
      ]
      const [ada, ben] = [await talk(t, one), await talk(t, two)]
      await ada.join('presence-a', '1')
      await ben.join('presence-a', '2')
      await ada.next('pusher_internal:member_added')
      const before = Object((await ben.subscribe('private-a')).data)

      await place.flush()
      await one.channels.trigger({ channels: ['private-a'], name: 'after', data: {} })
      await ben.next('after')
      assert.deepEqual(two.channels.users('presence-a').toSorted(), ['1', '2'])
      ada.ws.close()
      await ben.next('pusher_internal:member_removed')
      const cleo = await talk(t, two)
      const recover = { epoch: before.epoch, offset: before.offset }
      const { data } = await cleo.subscribe('private-a', JSON.stringify({ recover }))
      assert.equal(Object(data).recovered, false)
      assert.notEqual(Object(data).epoch, before.epoch)
    },
  )

  test(
    on('after a short cut everything that was missed comes, in order and once (108)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus() })
      const two = await site(t, { bus: place.bus(line.url), ...impatient })
      const ben = await talk(t, two)
      await ben.subscribe('news')

      line.cut()
      for (const event of ['a', 'b', 'c'])
        await one.channels.trigger({ channels: ['news'], name: event, data: {} })
      const own = two.channels.trigger({ channels: ['news'], name: 'd', data: {} })
      line.mend()
      await own
      await ben.next('d')
      assert.deepEqual(
        ben.rest().map(({ event }) => event),
        ['a', 'b', 'c'],
      )
    },
  )

  test(
    on('what was missed for good is not hidden: sockets are sent away to ask again (108)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus() })
      const two = await site(t, { bus: place.bus(line.url), ...impatient })
      const [ada, ben] = [await talk(t, one), await talk(t, two)]
      await Promise.all([ada.subscribe('news'), ben.subscribe('news')])

      line.cut()
      await one.channels.trigger({ channels: ['news'], name: 'missed', data: {} })
      await place.flush()
      await one.channels.trigger({ channels: ['news'], name: 'later', data: {} })
      line.mend()
      assert.equal(await ben.closed, 4200)
      await ada.next('later')
      const again = await talk(t, two)
      await again.fence(one)
    },
  )

  test(
    on(
      'while the bus is away publishing is 503 after a while, and a join asks to come again (108)',
    ),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus() })
      const two = await site(t, { bus: place.bus(line.url), ...quick, beatMs: 10_000 })
      const [ada, ben] = [await talk(t, one), await talk(t, two)]
      await ada.join('presence-a', '1')

      line.cut()
      ben.ask('presence-a', '{"user_id":"2"}')
      await assert.rejects(two.sdk.trigger('news', 'e', {}), { status: 503 })
      assert.equal(await ben.closed, 4100)
      line.mend()
      await healed(two)
      const again = await talk(t, two)
      await again.fence(one)
      await again.join('presence-a', '3')
      assert.deepEqual(Object(await ada.next('pusher_internal:member_added')).data.user_id, '3')
      assert.deepEqual(one.channels.users('presence-a'), ['1', '3'])
    },
  )

  test(
    on('what was trimmed before it could be read again is not hidden either (108)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus(), ...impatient })
      const two = await site(t, { bus: place.bus(line.url), ...impatient })
      const ben = await talk(t, two)
      await ben.subscribe('news')

      line.cut()
      for (const event of ['missed', 'kept'])
        await one.channels.trigger({ channels: ['news'], name: event, data: {} })
      await place.trim()
      line.mend()
      assert.equal(await ben.closed, 4200)
      assert.deepEqual(ben.rest(), [])
    },
  )

  test(
    on('a line that is dead without a word is noticed, and nothing is missed (108)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus(), ...impatient })
      const two = await site(t, { bus: place.bus(line.url), ...quick })
      const ben = await talk(t, two)
      await ben.subscribe('news')
      line.hush()
      await one.channels.trigger({ channels: ['news'], name: 'a', data: {} })
      await ben.next('a')
    },
  )

  test(
    on('without its bus the server answers 503, and begins when the bus is there (108)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      line.cut()
      const one = await site(t, { bus: place.bus(line.url), ...quick })
      assert.equal((await refusalOf(one.url)).status, 503)
      line.mend()
      while (!one.channels.figures.isReady) await new Promise((resolve) => setTimeout(resolve, 5))
      await (await talk(t, one)).fence(one)
    },
  )

  test(
    on(
      'while the bus is away nobody new is let in and those who are in stay, until it is back (12, 108)',
    ),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus(line.url), ...quick })
      const ada = await talk(t, one)
      await one.channels.ping()

      line.cut()
      await assert.rejects(one.sdk.trigger('news', 'e', {}), { status: 503 })
      await assert.rejects(one.channels.ping())
      assert.equal(one.channels.figures.isReady, false)
      assert.equal((await refusalOf(one.url)).status, 503)

      line.mend()
      while (!one.channels.figures.isReady) await new Promise((resolve) => setTimeout(resolve, 5))
      await one.channels.ping()
      await ada.fence(one)
      await (await talk(t, one)).fence(one)
    },
  )

  test(
    on('nonsense on the bus, other versions and entries that are no entries do nothing (109)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const one = await site(t, { bus: place.bus(), ...quick })
      const ada = await talk(t, one)
      await ada.join('presence-a', '1')
      const entry = { v: 1, from: 'x', seq: 1, kind: 'leave', channel: 'presence-a', user: '1' }
      const said = [
        'x',
        'x 1 1 []',
        '1 2',
        `x 1 1 ${JSON.stringify([{ ...entry, v: 2 }])}`,
        ...[null, [], [1], [{}], [{ ...entry, kind: '__proto__' }], [{ ...entry, seq: '1' }]].map(
          (list) => `x 1 1 ${JSON.stringify(list)}`,
        ),
      ]
      for (const text of said) await place.inject(text)
      await ada.fence(one)
      assert.deepEqual(one.channels.users('presence-a'), ['1'])
      assert.deepEqual(ada.rest(), [])
    },
  )

  test(
    on('a bus that was set back to an older state does not give places a second time (67)'),
    async (t) => {
      const place = outer(name, cluster().prefix)
      const line = await relay(place.url, place.port)
      const one = await site(t, { bus: place.bus(line.url), ...impatient, recoverable: () => true })
      const ada = await talk(t, one)
      const before = Object((await ada.subscribe('private-a')).data)
      for (const event of ['a', 'b'])
        await one.channels.trigger({ channels: ['private-a'], name: event, data: {} })
      await ada.next('b')

      line.cut()
      await setBack(name, place)
      line.mend()
      assert.equal(await ada.closed, 4200)
      const again = await talk(t, one)
      assert.notEqual(Object((await again.subscribe('private-a')).data).epoch, before.epoch)
    },
  )
}

/** Says something until the bus takes it. */
async function healed({ channels }: Site): Promise<void> {
  while (!channels.figures.isReady)
    await channels.trigger({ channels: ['news'], name: 'e', data: {} }).catch(() => {})
}

/** What a restart from an older copy does. */
async function setBack(name: string, { prefix }: Outer): Promise<void> {
  if (name === 'redis') {
    const redis = new Redis(redisUrl ?? '')
    await redis.hset(`{${prefix}}:head`, 'n', 1)
    redis.disconnect()
    return
  }
  const client = new Client(postgresUrl)
  await client.connect()
  await client.query('update channels_head set n = 1 where topic = $1', [prefix])
  await client.query('delete from channels_log where topic = $1 and last > 1', [prefix])
  await client.end()
}
