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

import { startTcpProxy } from './testing/tcp-proxy.ts'
import { useOwnSchema, externalBuses, postgresUrl, redisUrl } from './testing/test-buses.ts'
import { type TestServer, startTestServer } from './testing/test-server.ts'
import { openClient, rejectedUpgrade, connectClient } from './testing/websocket-client.ts'

const shortTimeouts = { beatMs: 60, busTimeoutMs: 150 }
/** As that of the node process. A busy machine may hold up a heartbeat longer than a few of the short ones. */
const killableNode = { ...shortTimeouts, beatMs: 300 }
const shortBusTimeout = { busTimeoutMs: 500 }

interface ExternalBus {
  url: string
  port: number
  prefix: string
  bus(url?: string): Bus
  flush(): Promise<void>
  /** Deletes all but the last entry. */
  trim(): Promise<void>
  /** Publishes an arbitrary notification. */
  inject(text: string): Promise<void>
}

function openExternalBus(name: string, prefix: string): ExternalBus {
  if (name === 'redis') {
    const url = redisUrl ?? ''
    const withRedis = async (use: (redis: Redis) => Promise<unknown>) => {
      const redis = new Redis(url)
      await use(redis)
      redis.disconnect()
    }
    return {
      url,
      port: 6379,
      prefix,
      bus: (other = url) => redisBus({ url: other, prefix }),
      flush: () => withRedis((redis) => redis.del(`{${prefix}}:head`, `{${prefix}}:log`)),
      trim: () => withRedis((redis) => redis.xtrim(`{${prefix}}:log`, 'MAXLEN', 1)),
      inject: (text) => withRedis((redis) => redis.publish(`{${prefix}}:news`, text)),
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
    flush: () => query(deleteLog, [prefix]),
    trim: () => query(trimLog, [prefix]),
    inject: (text) => query('select pg_notify($1, $2)', [`${prefix}_news`, text]),
  }
}

const trimLog = `
  delete from channels_log where topic = $1 and last < (select n from channels_head where topic = $1)`

const deleteLog = `
  with log as (delete from channels_log where topic = $1)
  delete from channels_head where topic = $1`

const aDayAhead = 'const { now } = Date; Date.now = () => now() + 86_400_000'

/** @param preload  script that the process runs first */
async function startNodeProcess(
  t: TestContext,
  name: string,
  { url, prefix }: ExternalBus,
  preload = '',
) {
  const path = fileURLToPath(new URL('./testing/cluster-node.ts', import.meta.url))
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
  const process = fork(path, [name, url, prefix], { execArgv })
  t.after(() => process.kill('SIGKILL'))
  const [address] = await once(process, 'message')
  return { process, url: `ws://127.0.0.1:${address.port}/app/app-key?protocol=7` }
}

useOwnSchema()

if (externalBuses.length === 0) test.skip('external buses: needs Redis or PostgreSQL')

for (const { name, cluster } of externalBuses) {
  const title = (promise: string) => `${promise} [${name}]`

  test(title('a killed node loses its members, users and sockets'), async (t) => {
    const external = openExternalBus(name, cluster().prefix)
    const one = await startTestServer(t, { bus: external.bus(), ...killableNode })
    const other = await startNodeProcess(t, name, external)
    const [ada, ben] = [await connectClient(t, one), openClient(t, other.url)]
    ben.id = Object((await ben.next('pusher:connection_established')).data).socket_id
    await ada.signIn({ id: '1', watchlist: ['2'] })
    await ada.join('presence-a', '1')
    await ben.signIn({ id: '2' })
    await ben.join('presence-a', '2')
    await ada.next('pusher_internal:member_added')
    await ada.next('pusher_internal:watchlist_events')
    assert.equal(one.channels.metrics.otherNodes.length, 1)

    other.process.kill('SIGKILL')
    await ada.next('pusher_internal:member_removed')
    const { data } = await ada.next('pusher_internal:watchlist_events')
    assert.deepEqual(Object(data).events, [{ name: 'offline', user_ids: ['2'] }])
    assert.deepEqual(one.channels.users('presence-a'), ['1'])
  })

  test(title('a node whose clock is a day ahead works normally and can be killed'), async (t) => {
    const external = openExternalBus(name, cluster().prefix)
    const settings = { ...killableNode, recoverable: () => true }
    const one = await startTestServer(t, { bus: external.bus(), ...settings })
    const other = await startNodeProcess(t, name, external, aDayAhead)
    const [ada, ben] = [await connectClient(t, one), openClient(t, other.url)]
    ben.id = Object((await ben.next('pusher:connection_established')).data).socket_id
    await ada.join('presence-a', '1')
    const before = Object((await ada.subscribe('private-a')).data)
    await ben.join('presence-a', '2')
    await ben.subscribe('private-a')
    for (const event of ['a', 'b', 'c']) {
      await one.channels.trigger({ channels: ['private-a'], name: event, data: {} })
      await ben.next(event)
    }

    const cleo = await connectClient(
      t,
      await startTestServer(t, { bus: external.bus(), ...settings }),
    )
    const { data } = await cleo.subscribe('private-a', JSON.stringify({ recover: before }))
    assert.equal(Object(data).recovered, true)
    for (const event of ['a', 'b', 'c']) await cleo.next(event)
    other.process.kill('SIGKILL')
    while (one.channels.users('presence-a').includes('2')) await new Promise(setImmediate)
  })

  test(
    title('when the log is lost, members and sockets stay, and positions restart'),
    async (t) => {
      const external = openExternalBus(name, cluster().prefix)
      const settings = { ...shortTimeouts, beatMs: 10_000, recoverable: () => true }
      const [one, two] = [
        await startTestServer(t, { bus: external.bus(), ...settings }),
        await startTestServer(t, { bus: external.bus(), ...settings }),
      ]
      const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
      await ada.join('presence-a', '1')
      await ben.join('presence-a', '2')
      await ada.next('pusher_internal:member_added')
      const before = Object((await ben.subscribe('private-a')).data)

      await external.flush()
      await one.channels.trigger({ channels: ['private-a'], name: 'after', data: {} })
      await ben.next('after')
      assert.deepEqual(two.channels.users('presence-a').toSorted(), ['1', '2'])
      ada.ws.close()
      await ben.next('pusher_internal:member_removed')
      const cleo = await connectClient(t, two)
      const recover = { epoch: before.epoch, offset: before.offset }
      const { data } = await cleo.subscribe('private-a', JSON.stringify({ recover }))
      assert.equal(Object(data).recovered, false)
      assert.notEqual(Object(data).epoch, before.epoch)
    },
  )

  test(
    title('after a short disconnection all missed events arrive, in order and once'),
    async (t) => {
      const external = openExternalBus(name, cluster().prefix)
      const proxy = await startTcpProxy(external.url, external.port)
      const one = await startTestServer(t, { bus: external.bus() })
      const two = await startTestServer(t, { bus: external.bus(proxy.url), ...shortBusTimeout })
      const ben = await connectClient(t, two)
      await ben.subscribe('news')

      proxy.cut()
      for (const event of ['a', 'b', 'c'])
        await one.channels.trigger({ channels: ['news'], name: event, data: {} })
      const own = two.channels.trigger({ channels: ['news'], name: 'd', data: {} })
      proxy.restore()
      await own
      await ben.next('d')
      assert.deepEqual(
        ben.unread().map(({ event }) => event),
        ['a', 'b', 'c'],
      )
    },
  )

  test(title('lost events are not hidden: sockets are closed to resubscribe'), async (t) => {
    const external = openExternalBus(name, cluster().prefix)
    const proxy = await startTcpProxy(external.url, external.port)
    const one = await startTestServer(t, { bus: external.bus() })
    const two = await startTestServer(t, { bus: external.bus(proxy.url), ...shortBusTimeout })
    const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
    await Promise.all([ada.subscribe('news'), ben.subscribe('news')])

    proxy.cut()
    await one.channels.trigger({ channels: ['news'], name: 'missed', data: {} })
    await external.flush()
    await one.channels.trigger({ channels: ['news'], name: 'later', data: {} })
    proxy.restore()
    assert.equal(await ben.closed, 4200)
    await ada.next('later')
    const again = await connectClient(t, two)
    await again.waitForPublished(one)
  })

  test(
    title('without the bus, publishing fails with 503 after a timeout, and a join must reconnect'),
    async (t) => {
      const external = openExternalBus(name, cluster().prefix)
      const proxy = await startTcpProxy(external.url, external.port)
      const one = await startTestServer(t, { bus: external.bus() })
      const two = await startTestServer(t, {
        bus: external.bus(proxy.url),
        ...shortTimeouts,
        beatMs: 10_000,
      })
      const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
      await ada.join('presence-a', '1')

      proxy.cut()
      ben.sendSubscribe('presence-a', '{"user_id":"2"}')
      await assert.rejects(two.sdk.trigger('news', 'e', {}), { status: 503 })
      assert.equal(await ben.closed, 4100)
      proxy.restore()
      await waitUntilReady(two)
      const again = await connectClient(t, two)
      await again.waitForPublished(one)
      await again.join('presence-a', '3')
      assert.deepEqual(Object(await ada.next('pusher_internal:member_added')).data.user_id, '3')
      assert.deepEqual(one.channels.users('presence-a'), ['1', '3'])
    },
  )

  test(title('events trimmed before they were read are not hidden either'), async (t) => {
    const external = openExternalBus(name, cluster().prefix)
    const proxy = await startTcpProxy(external.url, external.port)
    const one = await startTestServer(t, { bus: external.bus(), ...shortBusTimeout })
    const two = await startTestServer(t, { bus: external.bus(proxy.url), ...shortBusTimeout })
    const ben = await connectClient(t, two)
    await ben.subscribe('news')

    proxy.cut()
    for (const event of ['missed', 'kept'])
      await one.channels.trigger({ channels: ['news'], name: event, data: {} })
    await external.trim()
    proxy.restore()
    assert.equal(await ben.closed, 4200)
    assert.deepEqual(ben.unread(), [])
  })

  test(title('a silently dead connection is detected, and nothing is missed'), async (t) => {
    const external = openExternalBus(name, cluster().prefix)
    const proxy = await startTcpProxy(external.url, external.port)
    const one = await startTestServer(t, { bus: external.bus(), ...shortBusTimeout })
    const two = await startTestServer(t, { bus: external.bus(proxy.url), ...shortTimeouts })
    const ben = await connectClient(t, two)
    await ben.subscribe('news')
    proxy.muteNotifications()
    await one.channels.trigger({ channels: ['news'], name: 'a', data: {} })
    await ben.next('a')
  })

  test(
    title('a server started without its bus answers 503 until the bus is available'),
    async (t) => {
      const external = openExternalBus(name, cluster().prefix)
      const proxy = await startTcpProxy(external.url, external.port)
      proxy.cut()
      const one = await startTestServer(t, { bus: external.bus(proxy.url), ...shortTimeouts })
      assert.equal((await rejectedUpgrade(one.url)).status, 503)
      proxy.restore()
      while (!one.channels.metrics.isReady) await new Promise((resolve) => setTimeout(resolve, 5))
      await (await connectClient(t, one)).waitForPublished(one)
    },
  )

  test(
    title('without the bus, new connections are rejected and existing ones stay (12, 108)'),
    async (t) => {
      const external = openExternalBus(name, cluster().prefix)
      const proxy = await startTcpProxy(external.url, external.port)
      const one = await startTestServer(t, { bus: external.bus(proxy.url), ...shortTimeouts })
      const ada = await connectClient(t, one)
      await one.channels.ping()

      proxy.cut()
      await assert.rejects(one.sdk.trigger('news', 'e', {}), { status: 503 })
      await assert.rejects(one.channels.ping())
      assert.equal(one.channels.metrics.isReady, false)
      assert.equal((await rejectedUpgrade(one.url)).status, 503)

      proxy.restore()
      while (!one.channels.metrics.isReady) await new Promise((resolve) => setTimeout(resolve, 5))
      await one.channels.ping()
      await ada.waitForPublished(one)
      await (await connectClient(t, one)).waitForPublished(one)
    },
  )

  test(
    title('malformed entries and entries of other versions on the bus are ignored'),
    async (t) => {
      const external = openExternalBus(name, cluster().prefix)
      const one = await startTestServer(t, { bus: external.bus(), ...shortTimeouts })
      const ada = await connectClient(t, one)
      await ada.join('presence-a', '1')
      const entry = { v: 1, from: 'x', seq: 1, kind: 'leave', channel: 'presence-a', user: '1' }
      const notifications = [
        'x',
        'x 1 1 []',
        '1 2',
        `x 1 1 ${JSON.stringify([{ ...entry, v: 2 }])}`,
        ...[null, [], [1], [{}], [{ ...entry, kind: '__proto__' }], [{ ...entry, seq: '1' }]].map(
          (list) => `x 1 1 ${JSON.stringify(list)}`,
        ),
      ]
      for (const text of notifications) await external.inject(text)
      await ada.waitForPublished(one)
      assert.deepEqual(one.channels.users('presence-a'), ['1'])
      assert.deepEqual(ada.unread(), [])
    },
  )

  test(title('a bus restored to an older state does not reuse positions'), async (t) => {
    const external = openExternalBus(name, cluster().prefix)
    const proxy = await startTcpProxy(external.url, external.port)
    const one = await startTestServer(t, {
      bus: external.bus(proxy.url),
      ...shortBusTimeout,
      recoverable: () => true,
    })
    const ada = await connectClient(t, one)
    const before = Object((await ada.subscribe('private-a')).data)
    for (const event of ['a', 'b'])
      await one.channels.trigger({ channels: ['private-a'], name: event, data: {} })
    await ada.next('b')

    proxy.cut()
    await rollBackLog(name, external)
    proxy.restore()
    assert.equal(await ada.closed, 4200)
    const again = await connectClient(t, one)
    assert.notEqual(Object((await again.subscribe('private-a')).data).epoch, before.epoch)
  })
}

async function waitUntilReady({ channels }: TestServer): Promise<void> {
  while (!channels.metrics.isReady)
    await channels.trigger({ channels: ['news'], name: 'e', data: {} }).catch(() => {})
}

/** Rolls the log back, as a restore from an older backup does. */
async function rollBackLog(name: string, { prefix }: ExternalBus): Promise<void> {
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
