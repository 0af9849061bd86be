import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'

import Pusher from 'pusher'

import { app, type TestServer, startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

const event = { name: 'e', channel: 'news', data: '{}' }

async function postStatus(server: TestServer, body: unknown): Promise<number> {
  return (await server.signedRequest('POST', '/apps/7/events', body)).status
}

async function json(response: Promise<{ status: number; json(): Promise<unknown> }>) {
  const answer = await response
  assert.equal(answer.status, 200)
  return answer.json()
}

async function occupyChannels(t: TestContext, server: TestServer, ...channels: string[]) {
  const client = await connectClient(t, server)
  for (const channel of channels) {
    if (channel.startsWith('presence-')) await client.join(channel, '1')
    else await client.subscribe(channel)
  }
  return client
}

test('every call of the SDK works', async (t) => {
  const server = await startTestServer(t)
  const client = await occupyChannels(t, server, 'news', 'presence-room')

  assert.deepEqual(await json(server.sdk.trigger(['news', 'other'], 'a', { n: 1 })), {})
  assert.deepEqual(
    await json(server.sdk.triggerBatch([{ channel: 'news', name: 'b', data: { n: 2 } }])),
    {},
  )
  await json(server.sdk.trigger('private-encrypted-x', 'c', { n: 3 }))
  await json(server.sdk.sendToUser('7', 'd', {}))
  await json(server.sdk.terminateUserConnections('7'))
  assert.deepEqual(await json(server.sdk.get({ path: '/channels' })), {
    channels: { news: {}, 'presence-room': {} },
  })
  assert.deepEqual(
    await json(
      server.sdk.get({
        path: '/channels',
        params: { filter_by_prefix: 'presence-', info: 'user_count' },
      }),
    ),
    { channels: { 'presence-room': { user_count: 1 } } },
  )
  assert.deepEqual(
    await json(server.sdk.get({ path: '/channels/news', params: { info: 'subscription_count' } })),
    { occupied: true, subscription_count: 1 },
  )
  assert.deepEqual(await json(server.sdk.get({ path: '/channels/presence-room/users' })), {
    users: [{ id: '1' }],
  })
  assert.deepEqual(
    [(await client.next('a')).data, (await client.next('b')).data],
    [{ n: 1 }, { n: 2 }],
  )
})

test('sockets accept authorizations signed by the SDK', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const { auth, channel_data } = server.sdk.authorizeChannel(client.id, 'presence-a', {
    user_id: '1',
  })
  client.send('pusher:subscribe', { channel: 'presence-a', auth, channel_data })
  await client.next('pusher_internal:subscription_succeeded')
  client.send('pusher:signin', server.sdk.authenticateUser(client.id, { id: '1' }))
  await client.next('pusher:signin_success')
})

test('a request without a valid signature is rejected with 401 (WS-13)', async (t) => {
  const now = Math.floor(Date.now() / 1000)
  const server = await startTestServer(t, { now: () => now * 1000 })
  const status = async (parameters: Record<string, string | undefined>, secret = app.secret) =>
    (await server.signedRequest('POST', '/apps/7/events', event, { parameters, secret })).status

  assert.equal(await status({}), 200)
  assert.equal(await status({}, 'another secret'), 401)
  for (const name of ['auth_key', 'auth_timestamp', 'auth_version', 'body_md5'])
    assert.equal(await status({ [name]: undefined }), 401, name)
  assert.equal(await status({ auth_key: 'another' }), 401)
  assert.equal(await status({ auth_version: '2.0' }), 401)
  assert.equal(await status({ auth_timestamp: String(now - 600) }), 200)
  for (const timestamp of [now - 601, now + 601, 0, 'soon'])
    assert.equal(await status({ auth_timestamp: String(timestamp) }), 401)
  assert.equal(await status({ body_md5: '0'.repeat(32) }), 401)
  assert.equal(
    (await server.signedRequest('POST', '/apps/7/events', '', { parameters: { body_md5: '0' } }))
      .status,
    401,
  )
  const url = `http://127.0.0.1:${server.port}/apps/7/channels`
  assert.equal((await fetch(url)).status, 401)
  assert.equal((await fetch(`${url}?auth_signature=${'0'.repeat(64)}`)).status, 401)
})

test('another application or path is answered with 404', async (t) => {
  const server = await startTestServer(t)
  assert.equal((await server.signedRequest('GET', '/apps/8/channels')).status, 404)
  assert.equal((await server.signedRequest('GET', '/apps/7/nothing')).status, 404)
  assert.equal((await server.signedRequest('GET', '/apps/7/events')).status, 404)
  assert.equal((await server.signedRequest('GET', '/apps/7/__proto__')).status, 404)
})

test('an event goes to several channels, except to the socket that caused it', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [
    await occupyChannels(t, server, 'a', 'b'),
    await occupyChannels(t, server, 'b'),
  ]
  await server.sdk.trigger(['a', 'b'], 'e', {}, { socket_id: ada.id })
  await server.sdk.trigger('b', 'for all', {}, { socket_id: '1.1' })

  await Promise.all([ada.next('for all'), ben.next('e', 'b'), ben.next('for all')])
  assert.deepEqual(ada.unread(), [])
  assert.equal(await postStatus(server, { ...event, socket_id: 'x' }), 400)
})

test('a trigger can request counts', async (t) => {
  const server = await startTestServer(t)
  await occupyChannels(t, server, 'presence-room', 'news')
  const info = 'user_count,subscription_count'
  assert.deepEqual(
    await json(server.sdk.trigger(['presence-room', 'news', 'empty'], 'e', {}, { info })),
    {
      channels: {
        'presence-room': { user_count: 1 },
        news: { subscription_count: 1 },
        empty: { subscription_count: 0 },
      },
    },
  )
})

test('data must be a string of at most 10 KB; names and lists are limited', async (t) => {
  const server = await startTestServer(t)
  const { data: _data, ...withoutData } = event
  const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)

  for (const body of [
    withoutData,
    { ...event, data: {} },
    { ...event, data: null },
    [],
    'x',
    '"x"',
  ])
    assert.equal(await postStatus(server, body), 400)
  assert.equal(await postStatus(server, { ...event, data: 'x'.repeat(10_240) }), 200)
  assert.equal(await postStatus(server, { ...event, data: 'ü'.repeat(5121) }), 413)
  assert.equal(await postStatus(server, { name: 'e', data: '', channels: names(100) }), 200)
  assert.equal(await postStatus(server, { name: 'e', data: '', channels: names(101) }), 400)
  assert.equal(await postStatus(server, { name: 'e', data: '', channels: [] }), 400)
  assert.equal(
    await postStatus(server, { ...event, channel: 'x'.repeat(200), name: 'x'.repeat(200) }),
    200,
  )
  assert.equal(await postStatus(server, { ...event, name: 'x'.repeat(201) }), 400)
  assert.equal(await postStatus(server, { ...event, channel: 'x'.repeat(201) }), 400)
  assert.equal(await postStatus(server, { ...event, channel: 'a b' }), 400)
})

test('an encrypted channel must be the only channel', async (t) => {
  const server = await startTestServer(t)
  const to = (...channels: string[]) => postStatus(server, { name: 'e', data: '{}', channels })
  assert.equal(await to('private-encrypted-a'), 200)
  assert.equal(await to('private-encrypted-a', 'private-encrypted-b'), 400)
  assert.equal(await to('private-encrypted-a', 'a'), 400)
})

test('events with reserved names are rejected (WS-06)', async (t) => {
  const server = await startTestServer(t)
  assert.equal(await postStatus(server, { ...event, name: 'pusher:error' }), 400)
  assert.equal(await postStatus(server, { ...event, name: 'pusher_internal:member_added' }), 400)
  assert.equal(await postStatus(server, { ...event, name: 'pushers' }), 200)
})

test('a batch keeps its order, returns a result per event, and is rejected as a whole', async (t) => {
  const server = await startTestServer(t)
  const client = await occupyChannels(t, server, 'news')
  const batch = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...event, name: `e${n}`, data: `${n}` }))
  const send = (items: unknown) =>
    server.signedRequest('POST', '/apps/7/batch_events', { batch: items })

  assert.deepEqual(
    await json(
      send([
        { ...event, info: 'subscription_count' },
        { ...event, name: 'f' },
      ]),
    ),
    {
      batch: [{ subscription_count: 1 }, {}],
    },
  )
  assert.equal((await send(batch(10))).status, 200)
  assert.equal((await send(batch(11))).status, 400)
  assert.equal(
    (
      await send([
        { ...event, name: 'unheard' },
        { ...event, channel: 'a b' },
      ])
    ).status,
    400,
  )
  assert.equal((await send('x')).status, 400)
  await client.waitForPublished(server)
  const names = client.unread().map(({ event: name }) => name)
  assert.deepEqual(names, ['e', 'f', ...batch(10).map(({ name }) => name)])
})

test('occupied channels are listed, by prefix', async (t) => {
  const server = await startTestServer(t)
  await occupyChannels(t, server, 'a', 'b-1', 'b-2')
  const list = (query: Record<string, string>) =>
    server.signedRequest('GET', '/apps/7/channels', undefined, { parameters: query })

  assert.deepEqual(await json(list({})), { channels: { a: {}, 'b-1': {}, 'b-2': {} } })
  assert.deepEqual(await json(list({ filter_by_prefix: 'b-' })), {
    channels: { 'b-1': {}, 'b-2': {} },
  })
  assert.equal((await list({ info: 'user_count' })).status, 400)
  assert.equal((await list({ info: 'everything' })).status, 400)
})

test('one channel reports occupancy, counts and its cached event', async (t) => {
  const server = await startTestServer(t)
  await occupyChannels(t, server, 'presence-room', 'cache-a')
  await server.channels.trigger({ channels: ['cache-a'], name: 'e', data: 'kept' })
  const get = (channel: string, info?: string) =>
    server.signedRequest(
      'GET',
      `/apps/7/channels/${channel}`,
      undefined,
      info ? { parameters: { info } } : {},
    )

  assert.deepEqual(await json(get('unknown')), { occupied: false })
  assert.deepEqual(await json(get('unknown', 'subscription_count')), { occupied: false })
  assert.deepEqual(await json(get('presence-room', 'user_count')), {
    occupied: true,
    user_count: 1,
  })
  assert.deepEqual(await json(get('cache-a', 'cache')), {
    occupied: true,
    cache: { data: 'kept', ttl: 1800 },
  })
  assert.deepEqual(await json(get('cache-b', 'cache')), { occupied: false, cache: null })
  for (const [channel, info] of [
    ['a', 'user_count'],
    ['presence-room', 'subscription_count'],
    ['a', 'cache'],
  ])
    assert.equal((await get(channel ?? '', info)).status, 400)
  assert.equal((await get('a%20b')).status, 400)
})

test('users are listed for presence channels; an empty one has none', async (t) => {
  const server = await startTestServer(t)
  await occupyChannels(t, server, 'presence-room')
  await occupyChannels(t, server, 'presence-room')
  const users = (channel: string) =>
    server.signedRequest('GET', `/apps/7/channels/${channel}/users`)

  assert.deepEqual(await json(users('presence-room')), { users: [{ id: '1' }] })
  assert.deepEqual(await json(users('presence-empty')), { users: [] })
  assert.equal((await users('news')).status, 400)
})

test('names with every allowed character work, escaped or not', async (t) => {
  const server = await startTestServer(t)
  const name = `Az_-=@,.;${'x'.repeat(150)}`
  await occupyChannels(t, server, name)

  assert.deepEqual(await json(server.sdk.get({ path: `/channels/${name}` })), { occupied: true })
  const escaped = `/apps/7/channels/${encodeURIComponent(name)}`
  assert.deepEqual(await json(server.signedRequest('GET', escaped)), { occupied: true })
  await json(server.sdk.terminateUserConnections('a@b;c=d,e'))
  await assert.rejects(server.sdk.terminateUserConnections('a b/ü'), { status: 404 })
})

test('a body over the limit is rejected with 413 before it has arrived completely', async (t) => {
  const server = await startTestServer(t)
  assert.equal(await postStatus(server, 'x'.repeat(262_145)), 413)
  const wire = connect(server.port, '127.0.0.1')
  t.after(() => wire.destroy())
  wire.write('POST /apps/7/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n{')
  const [answer] = await Array.fromAsync(wire.take(1))
  assert.match(String(answer), /^HTTP\/1.1 413 /)
})

test('the HTTP API is off by default', async (t) => {
  const server = await startTestServer(t, { api: false })
  await assert.rejects(server.sdk.trigger('news', 'e', {}), { status: 404 })
})

test('another application key is rejected', async (t) => {
  const server = await startTestServer(t)
  const otherClient = new Pusher({
    appId: app.id,
    key: app.key,
    secret: 'guessed',
    host: '127.0.0.1',
    port: String(server.port),
    useTLS: false,
  })
  await assert.rejects(otherClient.trigger('news', 'e', {}), { status: 401 })
})
