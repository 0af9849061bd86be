import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

test('a subscription is acknowledged with its channel and empty data, with or without auth', async (t) => {
  const client = await connectClient(t, await startTestServer(t))

  client.send('pusher:subscribe', { channel: 'news', auth: '' })
  client.send('pusher:subscribe', { channel: 'more' })
  await client.next('pusher_internal:subscription_succeeded', 'more')
  assert.deepEqual(client.unread(), [
    { event: 'pusher_internal:subscription_succeeded', channel: 'news', data: '{}' },
  ])
})

test('subscribing twice counts once and is acknowledged twice', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  await client.subscribe('news')
  await client.subscribe('news')

  assert.equal(server.channels.channel('news', 'subscription_count').subscription_count, 1)
  await server.channels.trigger({ channels: ['news'], name: 'once', data: {} })
  await client.next('once')
  await client.waitForPublished(server)
  assert.deepEqual(client.unread(), [])
})

test('after unsubscribing no events arrive; unsubscribing again is ignored', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  await client.subscribe('news')
  client.send('pusher:unsubscribe', { channel: 'news' })
  client.send('pusher:unsubscribe', { channel: 'news' })
  client.send('pusher:unsubscribe', { channel: 'never' })
  await client.waitForReplies()

  await server.channels.trigger({ channels: ['news'], name: 'unheard', data: {} })
  await client.waitForPublished(server)
  assert.deepEqual(client.unread(), [])
})

test('subscribing and unsubscribing quickly ends in the last requested state', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const send = (verb: string) => client.send(`pusher:${verb}`, { channel: 'news', auth: '' })
  for (const words of ['s', 'su', 'sus', 'usu', 'suus', 'ssu', 'suss']) {
    for (const word of words) send(word === 's' ? 'subscribe' : 'unsubscribe')
    await client.waitForReplies()
    assert.equal(server.channels.channel('news').occupied, words.endsWith('s'), words)
    send('unsubscribe')
    await client.waitForReplies()
  }
})

test('an event reaches every socket of its channel and no other', async (t) => {
  const server = await startTestServer(t)
  const clients = await Promise.all([
    connectClient(t, server),
    connectClient(t, server),
    connectClient(t, server),
  ])
  const [ada, ben, cleo] = clients
  await Promise.all([
    ada.subscribe('a'),
    ada.subscribe('b'),
    ben.subscribe('b'),
    cleo.subscribe('c'),
  ])

  await server.channels.trigger(
    { channels: ['a'], name: 'to-a', data: 1 },
    { channels: ['a', 'b'], name: 'to-both', data: 2 },
  )
  await Promise.all(clients.map((client) => client.waitForPublished(server)))

  assert.deepEqual(
    clients.map((client) => client.unread().map(({ event, channel }) => `${event} ${channel}`)),
    [['to-a a', 'to-both a', 'to-both b'], ['to-both b'], []],
  )
})

test('a channel is removed with its last socket, however it closed', async (t) => {
  const server = await startTestServer(t)
  const [clean, sudden] = [await connectClient(t, server), await connectClient(t, server)]
  await Promise.all([clean.subscribe('news'), sudden.subscribe('news'), sudden.subscribe('other')])
  clean.ws.close()
  sudden.ws.terminate()
  await server.waitForSocketCount(0)

  assert.equal(server.channels.metrics.channels, 0)
  assert.deepEqual({ ...server.channels.channels() }, {})
})

test('an invalid channel name is rejected and stored nowhere (WS-10)', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  for (const channel of ['', 'a b', 'a/b', 'ü', 'a:b', '#all', 'x'.repeat(201)]) {
    client.send('pusher:subscribe', { channel, auth: '' })
    assert.equal(Object(await client.next('pusher:subscription_error')).data.status, 400)
  }
  await client.waitForReplies()
  assert.equal(server.channels.metrics.channels, 0)
})

test('names may contain every allowed character and 200 letters', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  for (const channel of ['Az09_-=@,.;', 'x'.repeat(200), '__proto__', 'constructor']) {
    await client.subscribe(channel)
    await server.channels.trigger({ channels: [channel], name: 'e', data: channel })
    assert.equal((await client.next('e')).channel, channel)
  }
})

test('only a complete prefix at the start makes a channel private', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  for (const channel of ['my-private-x', 'privateer', 'private', 'presence', 'x-presence-a'])
    assert.deepEqual((await client.subscribe(channel)).data, {})
})

test('channels per socket are limited; subscribing again does not count (WS-10)', async (t) => {
  const client = await connectClient(
    t,
    await startTestServer(t, { limits: { subscriptionsPerSocket: 3 } }),
  )
  for (const channel of ['a', 'b', 'c']) await client.subscribe(channel)
  client.sendSubscribe('d')
  assert.equal(Object(await client.next('pusher:subscription_error')).data.type, 'LimitReached')
})

test('a socket at its channel limit may subscribe to one of its channels again', async (t) => {
  const client = await connectClient(
    t,
    await startTestServer(t, { limits: { subscriptionsPerSocket: 2, subscribesPerSecond: 1e6 } }),
  )
  for (const channel of ['a', 'b', 'a', 'b']) await client.subscribe(channel)
})

test('only public channels that the application allows exist', async (t) => {
  const server = await startTestServer(t, { open: (name) => name === 'news' })
  const client = await connectClient(t, server)
  await client.subscribe('news')

  client.sendSubscribe('rumours')

  const { channel, data } = await client.next('pusher:subscription_error')
  assert.deepEqual([channel, Object(data).status], ['rumours', 401])
  assert.deepEqual(Object.keys(server.channels.channels()), ['news'])
})

test('sockets receive subscription counts, except on presence channels', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await ada.subscribe('news')
  await ada.join('presence-room', '1')
  assert.deepEqual((await ada.next('pusher_internal:subscription_count')).data, {
    subscription_count: 1,
  })
  await Promise.all([ben.subscribe('news'), ben.join('presence-room', '2')])
  assert.deepEqual((await ada.next('pusher_internal:subscription_count')).data, {
    subscription_count: 2,
  })
  ben.ws.close()
  assert.deepEqual((await ada.next('pusher_internal:subscription_count')).data, {
    subscription_count: 1,
  })
  assert.ok(ada.received.every(({ event }) => event !== 'pusher_internal:subscription_count'))
})
