import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'

import { WebSocket } from 'ws'

import { startTestServer } from './testing/test-server.ts'
import { openClient, connectClient } from './testing/websocket-client.ts'

test('a ping is answered with a pong, as a message and as a control frame', async (t) => {
  const client = await connectClient(t, await startTestServer(t))

  client.ws.send('{"event":"pusher:ping","data":{}}')
  assert.deepEqual(await client.next('pusher:pong'), { event: 'pusher:pong', data: {} })
  const answer = once(client.ws, 'pong')
  client.ws.ping()
  await answer
})

test('an idle client is pinged and stays connected by answering, with or without a channel', async (t) => {
  const client = await connectClient(t, await startTestServer(t, { idleMs: 20, pongMs: 1000 }))

  await once(client.ws, 'ping')
  await once(client.ws, 'ping')
  await client.waitForReplies()
})

test('a client that does not answer pings is closed with 4201 and removed, even while receiving events (WS-09)', async (t) => {
  const server = await startTestServer(t, { idleMs: 40, pongMs: 40 })
  const [mute, other] = [
    openClient(t, server.url, { autoPong: false }),
    await connectClient(t, server),
  ]
  mute.id = socketId(await mute.next('pusher:connection_established'))
  await mute.join('presence-room', '1')
  await other.join('presence-room', '2')
  const speaking = setInterval(
    () => server.channels.trigger({ channels: ['presence-room'], name: 'e', data: 1 }),
    5,
  )
  t.after(() => clearInterval(speaking))

  assert.deepEqual((await other.next('pusher_internal:member_removed')).data, { user_id: '1' })
  assert.equal(await mute.closed, 4201)
  assert.ok(mute.received.some(({ event }) => event === 'pusher:ping'))
  assert.equal(server.channels.metrics.sockets, 1)
})

test('a client that ignores control frames is pinged with a message before it is closed', async (t) => {
  const client = openClient(t, (await startTestServer(t, { idleMs: 40, pongMs: 200 })).url, {
    autoPong: false,
  })

  await client.next('pusher:ping')
  client.send('pusher:pong', {})
  await client.next('pusher:ping')
})

const malformedMessages = {
  'invalid JSON': ['{', '', 'pusher:ping', '{"event":'],
  'JSON other than an object': ['[]', '1', 'null', '"x"'],
  'an invalid event name': ['{}', '{"event":1}', '{"event":null}', '{"event":{}}'],
  'a message without data': ['subscribe', 'unsubscribe', 'signin'].map(
    (name) => `{"event":"pusher:${name}"}`,
  ),
  'a channel that is not a string': ['1', '{}', '["a"]', 'null', 'true'].map(
    (channel) => `{"event":"pusher:subscribe","data":{"channel":${channel}}}`,
  ),
  'empty data': ['subscribe', 'unsubscribe', 'signin'].map(
    (name) => `{"event":"pusher:${name}","data":""}`,
  ),
}

for (const [input, messages] of Object.entries(malformedMessages))
  test(`${input} is answered with an error, and the socket stays open`, async (t) => {
    const client = await connectClient(t, await startTestServer(t))

    for (const message of messages) {
      client.ws.send(message)
      assert.equal(Object(await client.next('pusher:error')).data.code, null)
    }
    await client.subscribe('news')
  })

test('data of pusher events may be a JSON string', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  client.send('pusher:subscribe', '{"channel":"news","auth":""}')
  await client.next('pusher_internal:subscription_succeeded', 'news')
})

test('auth and channel_data of another type are rejected', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  for (const data of [
    { auth: 1 },
    { auth: {} },
    { auth: ['x'] },
    { auth: 'x', channel_data: {} },
  ]) {
    client.send('pusher:subscribe', { channel: 'private-a', ...data })
    assert.equal(Object(await client.next('pusher:subscription_error')).data.type, 'AuthError')
    if (client.ws.readyState !== WebSocket.OPEN) break
  }
  await client.waitForReplies()
})

test('unknown events are ignored', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  client.send('pusher:unknown', {})
  client.send('something', {}, 'news')
  client.send('__proto__', {})
  client.send('constructor', {})
  await client.waitForReplies()
  assert.deepEqual(client.received, [])
})

test('a binary frame closes the socket with 1003', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  client.ws.send(Buffer.from('{"event":"pusher:ping"}'), { binary: true })
  assert.equal(await client.closed, 1003)
})

test('a message at the size limit is accepted; a larger one closes the socket with 1009 (WS-08)', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const message = '{"event":"pusher:ping","data":{}}'
  client.ws.send(message.padEnd(32_768))
  await client.next('pusher:pong')
  client.ws.send(message.padEnd(32_769))
  assert.equal(await client.closed, 1009)
})

test('thousands of one-byte fragments close the socket (WS-08)', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  for (let sent = 0; sent < 2000; sent++) client.ws.send('x', { fin: false })
  assert.equal(await client.closed, 1008)
})

test('JSON of any depth and numbers of any size are accepted', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  client.ws.send('['.repeat(16_000) + ']'.repeat(16_000))
  await client.next('pusher:error')
  client.ws.send(`{"event":"pusher:ping","data":${'{"a":'.repeat(5000)}1e999${'}'.repeat(5000)}}`)
  await client.next('pusher:pong')
})

test('too many malformed messages, or too many messages, close the socket', async (t) => {
  const server = await startTestServer(t, { limits: { messageBurst: 20 } })
  const [confused, talkative] = [await connectClient(t, server), await connectClient(t, server)]

  for (let sent = 0; sent < 6; sent++) confused.ws.send('?')
  assert.equal(await confused.closed, 4100)
  for (let sent = 0; sent < 30; sent++) talkative.send('pusher:ping', {})
  assert.equal(Object(await talkative.next('pusher:error')).data.code, 4301)
  assert.equal(await talkative.closed, 4100)
})

test('a socket that is too old is closed with 4200, to authorize every channel again', async (t) => {
  const client = await connectClient(
    t,
    await startTestServer(t, { idleMs: 20, pongMs: 40, maxAgeMs: 40 }),
  )
  assert.equal(await client.closed, 4200)
})

test('a socket that never authorizes is closed after a while, even if active; an authorized one stays', async (t) => {
  const server = await startTestServer(t, { authorizeMs: 2000, idleMs: 100, pongMs: 2000 })
  const [nobody, listener, user] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  await Promise.all([listener.subscribe('private-a'), user.signIn({ id: '1' })])
  listener.send('pusher:unsubscribe', { channel: 'private-a' })
  await nobody.subscribe('news')

  const { data } = await nobody.next('pusher:error')
  assert.deepEqual(data, { code: 4009, message: 'Connection not authorized within timeout' })
  assert.equal(await nobody.closed, 4009)
  await Promise.all([listener.waitForReplies(), user.waitForReplies()])
})

test('a silent socket that never authorizes is closed on time, whatever the other timeouts are', async (t) => {
  const server = await startTestServer(t, { authorizeMs: 400 })
  const client = await connectClient(t, server)
  const connectedAt = performance.now()

  assert.equal(await client.closed, 4009)
  const elapsedMs = performance.now() - connectedAt
  assert.ok(elapsedMs > 350 && elapsedMs < 2000, `closed after ${elapsedMs} ms`)
})

test('control frames count against the message limit', async (t) => {
  const client = await connectClient(t, await startTestServer(t, { limits: { messageBurst: 20 } }))
  for (let sent = 0; sent < 30; sent++) client.ws.ping()
  assert.equal(await client.closed, 4100)
})

test('a client that disconnects in the middle of a frame leaves nothing behind', async (t) => {
  const server = await startTestServer(t)
  const wire = connect(server.port, '127.0.0.1')
  wire.write(
    `GET /app/app-key HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await once(wire, 'data')
  wire.write(Buffer.from([0x81, 0xfe, 0x01]))
  wire.resetAndDestroy()
  await server.waitForSocketCount(0)
})

function socketId({ data }: { data?: unknown }): string {
  return Object(data).socket_id
}
