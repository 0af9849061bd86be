import assert from 'node:assert/strict'
import { test } from 'node:test'

import PusherClient from 'pusher-js'

import { OffsetCipher } from '#protocol/offset-cipher.ts'

import { buses, useOwnSchema } from './testing/test-buses.ts'
import { app, type TestServer, startTestServer } from './testing/test-server.ts'
import { connectClient, type WebSocketClient } from './testing/websocket-client.ts'

const channel = 'private-a'
const recoverable = (name: string) => name.startsWith('private-')

interface SubscriptionAnswer {
  epoch: string
  offset: string
  recovered?: boolean
}

async function publish(server: TestServer, ...names: string[]): Promise<void> {
  for (const name of names)
    await server.channels.trigger({ channels: [channel], name, data: { name } })
}

async function subscribeFrom(
  client: WebSocketClient,
  recover?: object,
): Promise<SubscriptionAnswer> {
  const { data } = await client.subscribe(channel, recover && JSON.stringify({ recover }))
  return Object(data)
}

useOwnSchema()

for (const { name, cluster } of buses)
  test(`a returning client gets missed events, in order and once, before new ones, on any node [${name}]`, async (t) => {
    const { bus } = cluster()
    const one = await startTestServer(t, { bus: bus(), recoverable })
    const two = await startTestServer(t, { bus: bus(), recoverable })
    const ada = await connectClient(t, one)
    await subscribeFrom(ada)
    await publish(one, 'a')
    const { epoch } = Object((await subscribeFrom(ada)) satisfies SubscriptionAnswer)
    const { _offset: offset } = Object((await ada.next('a')).data)
    ada.ws.terminate()
    await publish(two, 'b', 'c')

    const again = await connectClient(t, two)
    await again.waitForPublished(one)
    const answer = await subscribeFrom(again, { epoch, offset })
    await publish(one, 'd')
    assert.equal(answer.recovered, true)
    await again.next('d')
    assert.deepEqual(
      again.unread().map(({ event }) => event),
      ['b', 'c'],
    )
  })

test('the unmodified browser client recovers missed events', async (t) => {
  const server = await startTestServer(t, { recoverable })
  let position: SubscriptionAnswer | undefined
  const client = new PusherClient(app.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) =>
        done(
          null,
          server.channels.authorize(socketId, channelName, position ? { recover: position } : {}),
        ),
    },
  })
  server.cleanups.push(() => client.disconnect())
  const received: string[] = []
  const answers: SubscriptionAnswer[] = []
  const waiting = new Map<string, () => void>()
  const waitFor = (name: string) => new Promise<void>((resolve) => waiting.set(name, resolve))
  const isSubscribed = waitFor('pusher:subscription_succeeded')
  client
    .subscribe(channel)
    .bind_global((name: string, data: SubscriptionAnswer & { _offset?: string }) => {
      if (name === 'pusher:subscription_succeeded') answers.push(data)
      if (data._offset !== undefined) {
        received.push(name)
        position = { epoch: answers.at(-1)?.epoch ?? '', offset: data._offset }
      }
      waiting.get(name)?.()
    })
  await isSubscribed
  const a = waitFor('a')
  await publish(server, 'a')
  await a

  client.disconnect()
  await server.waitForSocketCount(0)
  await publish(server, 'b', 'c')
  const c = waitFor('c')
  client.connect()
  await c
  assert.deepEqual(received, ['a', 'b', 'c'])
  assert.equal(answers.at(-1)?.recovered, true)
})

test('recovery fails when events are too many, too old or of another epoch', async (t) => {
  const server = await startTestServer(t, { recoverable, limits: { historyEvents: 2 } })
  const before = await subscribeFrom(await connectClient(t, server))
  await publish(server, 'a', 'b')
  const { recovered } = await subscribeFrom(await connectClient(t, server), before)
  assert.equal(recovered, true)
  await publish(server, 'c')
  for (const position of [before, { epoch: 'another', offset: before.offset }]) {
    const client = await connectClient(t, server)
    assert.equal((await subscribeFrom(client, position)).recovered, false)
    await client.waitForPublished(server)
    assert.deepEqual(client.unread(), [])
  }
})

test('history memory is bounded, and recovery reports what was dropped', async (t) => {
  const server = await startTestServer(t, { recoverable, limits: { historyBytes: 500 } })
  const before = await subscribeFrom(await connectClient(t, server))
  for (let index = 0; index < 20; index++)
    await server.channels.trigger({
      channels: [`private-${index}`],
      name: 'e',
      data: 'x'.repeat(100),
    })
  assert.equal((await subscribeFrom(await connectClient(t, server), before)).recovered, false)
})

test('a position must be signed, and is ignored on channels without recovery', async (t) => {
  const server = await startTestServer(t, { recoverable: (name) => name === channel })
  const client = await connectClient(t, server)
  const { position } = server.channels
  const other = await client.subscribe('private-b', JSON.stringify({ recover: position }))
  assert.deepEqual(other.data, {})
  const { auth } = server.channels.authorize(client.id, channel)
  const channel_data = JSON.stringify({ recover: position })
  client.send('pusher:subscribe', { channel, auth, channel_data })
  assert.equal(Object(await client.next('pusher:subscription_error')).data.type, 'AuthError')
  for (const invalid of [{}, { epoch: 1 }, { epoch: 'x', offset: 'y' }, null])
    assert.equal((await subscribeFrom(client, Object(invalid))).recovered, undefined)
})

test('offsets show nothing of what happens on other channels (WS-14)', async (t) => {
  const server = await startTestServer(t, { recoverable })
  const client = await connectClient(t, server)
  const offsetNow = async () => (await subscribeFrom(client)).offset
  const before = [await offsetNow(), await offsetNow()]
  for (let times = 0; times < 50; times++)
    await server.channels.trigger({ channels: ['private-b'], name: 'e', data: {} })
  const offsets = [...before, await offsetNow(), server.channels.position.offset]

  // Not even whether nothing happened: offsets of the same position differ.
  assert.equal(new Set(offsets).size, offsets.length)
  for (const offset of offsets) assert.match(offset, /^[\w-]{48}$/)
  const bytes = offsets.map((offset) => Buffer.from(offset, 'base64url'))
  const unchanged = bytes[0]?.filter((byte, index) => bytes.every((each) => each[index] === byte))
  assert.equal(unchanged?.length, 0)
})

test('a guessed, changed or foreign offset recovers nothing', async (t) => {
  const server = await startTestServer(t, { recoverable })
  const { epoch, offset } = await subscribeFrom(await connectClient(t, server))
  await publish(server, 'a')
  const foreign = new OffsetCipher('another secret').encrypt(0)
  const changed = offset.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))

  for (const attempt of [0, '0', '', changed, foreign, offset.slice(4), 'A'.repeat(48)]) {
    const client = await connectClient(t, server)
    const answer = await subscribeFrom(client, { epoch, offset: attempt })
    assert.equal(answer.recovered, undefined, String(attempt))
  }
  const client = await connectClient(t, server)
  assert.equal((await subscribeFrom(client, { epoch, offset })).recovered, true)
})

test('a socket recovers missed events only once', async (t) => {
  const server = await startTestServer(t, { recoverable })
  const before = await subscribeFrom(await connectClient(t, server))
  await publish(server, 'a', 'b')
  const client = await connectClient(t, server)

  const answers: SubscriptionAnswer[] = []
  for (let times = 0; times < 3; times++) {
    answers.push(await subscribeFrom(client, before))
    client.send('pusher:unsubscribe', { channel })
  }

  assert.deepEqual(
    answers.map(({ recovered }) => recovered),
    [true, false, false],
  )
  assert.deepEqual(
    client.unread().map(({ event }) => event),
    ['a', 'b'],
  )
})

test('data that is not an object, and channels without recovery, pass through unchanged', async (t) => {
  const server = await startTestServer(t, { recoverable: (name) => name !== 'news' })
  const client = await connectClient(t, server)
  for (const name of ['news', channel, 'private-encrypted-a']) await client.subscribe(name)
  const data = '{ "n": 1 }'
  await server.channels.trigger({ channels: ['news', channel], name: 'object', data })
  await server.channels.trigger({ channels: [channel], name: 'text', data: 'plain' })
  await server.channels.trigger({ channels: [channel], name: 'list', data: [1] })
  await client.waitForPublished(server)

  const received = client.unread().map(({ event, data: text }) => [event, text])
  assert.deepEqual(received[0], ['object', data])
  assert.match(String(received[1]), /^object,\{"n":1,"_offset":"[\w-]{48}"\}$/)
  assert.deepEqual(received.slice(2), [
    ['text', 'plain'],
    ['list', '[1]'],
  ])
})
