import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { parseChannelKind } from '#protocol/channel-name.ts'
import { encodeFrame } from '#protocol/frames.ts'

import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

/** Set `FUZZ_RUNS=100000` for a long run. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 500)
const requests = Number(process.env['FUZZ_RUNS'] ?? 60)

const channel = fc.oneof(
  fc.constantFrom(
    'news',
    'private-a',
    'presence-a',
    'cache-a',
    'private-encrypted-a',
    '#server-to-user-1',
    '__proto__',
  ),
  fc.string(),
)
const auth = fc.oneof(
  fc.constant(''),
  fc.constant(`app-key:${'0'.repeat(64)}`),
  fc.string(),
  fc.anything(),
)
const event = fc.oneof(
  fc.constantFrom(
    'pusher:subscribe',
    'pusher:unsubscribe',
    'pusher:ping',
    'pusher:pong',
    'client-x',
  ),
  fc.string(),
)
const data = fc.oneof(
  fc.record({ channel, auth, channel_data: fc.json(), user_data: fc.json() }, { requiredKeys: [] }),
  fc.json(),
  fc.anything(),
)
const message = fc.oneof(
  fc.record({ event, data, channel }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string(),
)
const generousLimits = {
  messageBurst: Infinity,
  malformedMessages: Infinity,
  failedSignatures: Infinity,
  subscribesPerSecond: Infinity,
  subscriptionsPerSocket: 1e6,
  clientEventsPerSecond: Infinity,
}

const signedClaims = fc.tuple(
  fc.constantFrom('private-a', 'presence-a', 'private-cache-a', 'presence-cache-a'),
  fc.oneof(
    fc.record({ user_id: fc.anything(), user_info: fc.anything() }),
    fc.record({ recover: fc.anything() }),
    fc.record({ recover: fc.record({ epoch: fc.anything(), offset: fc.anything() }) }),
    fc.json(),
    fc.string(),
  ),
)

test('no message can break the server, reach others or leave anything behind', async (t) => {
  const server = await startTestServer(t, { limits: generousLimits, recoverable: () => true })
  const [bystander, sender] = [await connectClient(t, server), await connectClient(t, server)]
  await bystander.join('presence-b', '1')
  let sentCount = 0

  const property = fc.asyncProperty(message, signedClaims, async (text, [name, channelData]) => {
    sender.ws.send(text)
    sender.sendSubscribe(
      name,
      typeof channelData === 'string' ? channelData : JSON.stringify(channelData),
    )
    if (++sentCount % 50 === 0) await sender.waitForReplies()
    sender.received.length = 0
  })
  await fc.assert(property, { numRuns: runs })

  await bystander.waitForPublished(server)
  assert.deepEqual(bystander.unread(), [])
  sender.ws.terminate()
  await server.waitForSocketCount(1)
  assert.deepEqual(Object.keys(server.channels.channels({ prefix: 'p' })), ['presence-b'])
})

test('any sign-in message either succeeds or closes the socket', async (t) => {
  const server = await startTestServer(t)
  const userData = fc.oneof(
    fc.record({
      id: fc.oneof(fc.string(), fc.anything()),
      watchlist: fc.anything(),
      user_info: fc.anything(),
    }),
    fc.json(),
  )
  const property = fc.asyncProperty(userData, fc.boolean(), async (user, isSigned) => {
    const sender = await connectClient(t, server)
    const text = typeof user === 'string' ? user : JSON.stringify(user)
    if (isSigned) sender.sendSignIn(text)
    else sender.send('pusher:signin', { auth: 'app-key:00', user_data: user })
    const ended = sender.closed.then((code) => assert.equal(code, 4009))
    await Promise.race([ended, isSigned ? sender.next('pusher:signin_success') : ended]).catch(
      () => ended,
    )
    sender.ws.terminate()
  })
  await fc.assert(property, { numRuns: Math.ceil(runs / 20) })
  await server.waitForSocketCount(0)
  assert.equal(server.channels.metrics.users, 0)
})

test('no bytes can break the server', async (t) => {
  const server = await startTestServer(t, { limits: generousLimits })
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
    const sender = await connectClient(t, server)
    Object(sender.ws)._socket.end(bytes)
    await sender.closed
  })
  await fc.assert(property, { numRuns: Math.ceil(runs / 20) })
  await server.waitForSocketCount(0)
  await (await connectClient(t, server)).waitForReplies()
})

const publication = fc.record(
  {
    name: fc.oneof(fc.constant('event'), fc.anything()),
    data: fc.oneof(fc.string(), fc.anything()),
    channel: fc.oneof(channel, fc.anything()),
    channels: fc.oneof(fc.array(channel), fc.anything()),
    socket_id: fc.oneof(fc.constant('1.1'), fc.anything()),
    info: fc.anything(),
  },
  { requiredKeys: [] },
)
const request = fc.record({
  path: fc.constantFrom(
    '/apps/7/events',
    '/apps/7/batch_events',
    '/apps/7/channels',
    '/apps/7/channels/news/users',
    '/apps/7/users/1/terminate_connections',
    '/apps/7/%',
    '/apps/7/channels/%E0%A4%A',
  ),
  body: fc.oneof(publication, fc.record({ batch: fc.array(publication) }), fc.json(), fc.string()),
  parameters: fc.record(
    Object.fromEntries(
      ['auth_key', 'auth_timestamp', 'auth_version', 'body_md5', 'info', 'auth_signature'].map(
        (name) => [name, fc.stringMatching(/^[\w.,-]{1,40}$/)],
      ),
    ),
    { requiredKeys: [] },
  ),
})

test('no HTTP API request can break the server or reach unrelated sockets', async (t) => {
  const server = await startTestServer(t)
  const bystander = await connectClient(t, server)
  await bystander.signIn({ id: '2' })
  await bystander.join('presence-elsewhere', '2')
  const property = fc.asyncProperty(request, async ({ path, body }) => {
    const { status } = await server.signedRequest('POST', path, JSON.stringify(body) ?? '')
    assert.ok([200, 400, 404, 413].includes(status), `${status}`)
  })
  await fc.assert(property, { numRuns: requests })

  await bystander.waitForPublished(server)
  assert.deepEqual(bystander.unread(), [])
  assert.deepEqual(Object.keys(server.channels.channels({ prefix: 'p' })), ['presence-elsewhere'])
})

test('no HTTP API request has an effect without the secret', async (t) => {
  const server = await startTestServer(t)
  const listener = await connectClient(t, server)
  await Promise.all([listener.subscribe('news'), listener.subscribe('private-a')])
  const property = fc.asyncProperty(
    request,
    fc.boolean(),
    async ({ path, body, parameters }, isGuessed) => {
      const guess = isGuessed
        ? { secret: 'guessed' }
        : { parameters: { ...parameters, auth_key: 'another' } }
      const { status } = await server.signedRequest('POST', path, JSON.stringify(body) ?? '', guess)
      assert.ok([400, 401, 404, 413].includes(status), `${status}`)
    },
  )
  await fc.assert(property, { numRuns: requests })

  await listener.waitForPublished(server)
  assert.deepEqual(listener.unread(), [])
})

test('a frame of any length decodes to what was encoded', () => {
  const long = fc.integer({ min: 65_530, max: 65_540 }).map((length) => 'x'.repeat(length))
  const text = fc.oneof(fc.string({ maxLength: 300 }), long)
  const property = fc.property(text, (original) => {
    const bytes = encodeFrame(original)
    const second = Number(bytes[1])
    const [start, length] =
      second < 126
        ? [2, second]
        : second === 126
          ? [4, bytes.readUInt16BE(2)]
          : [10, Number(bytes.readBigUInt64BE(2))]
    assert.equal(bytes[0], 0x81)
    assert.equal(bytes.length, start + length)
    assert.equal(bytes.toString('utf8', start), Buffer.from(original).toString())
  })
  fc.assert(property, { numRuns: 200 })
})

test('a channel name has exactly one kind or is invalid', () => {
  const property = fc.property(channel, (name) => {
    const kind = parseChannelKind(name)
    if (!kind) return
    assert.ok(!name.includes(':') && name.length <= 220)
    assert.equal(kind.access === 'private', name.startsWith('private-'))
    assert.equal(kind.access === 'presence', name.startsWith('presence-'))
    assert.equal(kind.isEncrypted, name.startsWith('private-encrypted-'))
  })
  fc.assert(property, { numRuns: runs })
})
