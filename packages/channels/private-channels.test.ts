import assert from 'node:assert/strict'
import { test } from 'node:test'

import { grantChannel, grantUser } from './protocol/grants.ts'
import { channelStringToSign, signature } from './protocol/signatures.ts'
import { app, startTestServer } from './testing/test-server.ts'
import { connectClient, type WebSocketClient } from './testing/websocket-client.ts'

async function subscribeWithAuth(
  client: WebSocketClient,
  channel: string,
  auth: unknown,
  channelData?: string,
) {
  client.send('pusher:subscribe', { channel, auth, channel_data: channelData })
  const { data } = await client.next('pusher:subscription_error', channel)
  return Object(data)
}

function signed(text: string): string {
  return signature(app.secret, text)
}

test("signatures match the protocol's test vectors (BRD-06, BRD-07)", () => {
  const secret = '7ad3773142a6692b25b8'
  assert.equal(
    signature(secret, '1234.1234:private-foobar'),
    '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  )
  assert.equal(
    signature(secret, '1234.1234::user::{"id":"12345"}'),
    '4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba',
  )
  const data = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}'
  assert.equal(
    signature(secret, channelStringToSign('1234.1234', 'presence-foobar', data)),
    '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
  )
})

test('a private channel without auth is rejected with AuthError 401, and the socket stays open (WS-02)', async (t) => {
  const client = await connectClient(t, await startTestServer(t))

  const error = await subscribeWithAuth(client, 'private-a', undefined)
  assert.deepEqual([error.type, error.status], ['AuthError', 401])
  await subscribeWithAuth(client, 'private-encrypted-a', '')
  await subscribeWithAuth(client, 'presence-a', '')
  await client.waitForReplies()
})

test('a signature is the key and 64 lower-case hexadecimal digits, for this socket and this channel (WS-02)', async (t) => {
  const server = await startTestServer(t, { limits: { failedSignatures: 20 } })
  const [client, other] = [await connectClient(t, server), await connectClient(t, server)]
  const right = signed(`${client.id}:private-a`)
  const wrong = {
    short: `${app.key}:${right.slice(1)}`,
    long: `${app.key}:${right}0`,
    'no hexadecimal': `${app.key}:${'z'.repeat(64)}`,
    'upper case': `${app.key}:${right.toUpperCase()}`,
    'another key': `another:${right}`,
    'no key': right,
    'another socket': `${app.key}:${signed(`${other.id}:private-a`)}`,
    'another channel': `${app.key}:${signed(`${client.id}:private-b`)}`,
    'a sign-in': `${app.key}:${signed(`${client.id}::user::{}`)}`,
  }
  for (const [what, auth] of Object.entries(wrong))
    assert.equal((await subscribeWithAuth(client, 'private-a', auth)).type, 'AuthError', what)
  await client.subscribe('private-a')
})

test('channel_data must match the signature, on private channels too', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  const of = (channel: string, data?: string) =>
    `${app.key}:${signed(channelStringToSign(client.id, channel, data))}`
  const ada = '{"user_id":"1"}'

  await subscribeWithAuth(client, 'presence-a', of('presence-a', ada), '{"user_id":"2"}')
  await subscribeWithAuth(client, 'presence-a', of('presence-a', ada), 'not even JSON')
  await subscribeWithAuth(client, 'private-a', of('private-a'), '{"recover":{}}')
  await client.subscribe('private-a', '{"any":1}')
})

test('channel_data that is null or empty counts as none, as SDKs write it that serialize nulls', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  for (const [channel, channel_data] of [
    ['private-null', null],
    ['private-empty', ''],
  ] as const) {
    const auth = `${app.key}:${signed(`${client.id}:${channel}`)}`
    client.send('pusher:subscribe', { channel, auth, channel_data })
    await client.next('pusher_internal:subscription_succeeded', channel)
  }
  await subscribeWithAuth(client, 'private-a', `${app.key}:${signed(`${client.id}:private-b`)}`, '')
})

test('five invalid signatures close the socket for good', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  for (let tried = 0; tried < 5; tried++)
    await subscribeWithAuth(client, 'private-a', `${app.key}:00`)
  assert.equal(await client.closed, 4009)
})

test('encrypted channels need a signature and pass data through unchanged', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  await client.subscribe('private-encrypted-cache-a')
  await client.next('pusher:cache_miss')
  const data = '{"nonce":"bm9uY2U=","ciphertext":"Y2lwaGVy"}'
  const body = { name: 'e', channel: 'private-encrypted-cache-a', data }
  assert.equal((await server.signedRequest('POST', '/apps/7/events', body)).status, 200)
  assert.deepEqual((await client.next('e')).data, JSON.parse(data))

  const late = await connectClient(t, server)
  await subscribeWithAuth(late, 'private-encrypted-cache-a', `${app.key}:${'0'.repeat(64)}`)
  await late.waitForReplies()
  assert.deepEqual(late.unread(), [])
  await late.subscribe('private-encrypted-cache-a')
  assert.deepEqual((await late.next('e')).data, JSON.parse(data))
})

test('client events on encrypted channels are dropped', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await Promise.all([ada.subscribe('private-encrypted-a'), ben.subscribe('private-encrypted-a')])
  ada.send('client-x', {}, 'private-encrypted-a')
  await ada.waitForReplies()
  await ben.waitForPublished(server)
  assert.deepEqual(ben.unread(), [])
})

test('private cache channels send their cached event to authorized subscribers only', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  await server.channels.trigger({ channels: ['private-cache-a'], name: 'held', data: 1 })
  await subscribeWithAuth(client, 'private-cache-a', '')
  await client.waitForReplies()
  assert.deepEqual(client.unread(), [])
  await client.subscribe('private-cache-a')
  assert.equal((await client.next('held')).data, 1)
})

test('ambiguous input is never signed', async (t) => {
  const { channels } = await startTestServer(t, { encryptionKey: Buffer.alloc(32) })

  for (const socket of ['1.2:user', '1', '1.2.3', '', '1.2\n'])
    assert.throws(() => channels.authorize(socket, 'private-a'), { statusCode: 400 })
  for (const channel of ['private-a:b', 'news', '#server-to-user-1', '', 'private-a b'])
    assert.throws(() => channels.authorize('1.2', channel), { statusCode: 400 })
  assert.throws(() => channels.authenticate('1.2', { id: 'a b' }), { statusCode: 400 })
  const presence = channels.authorize('1.2', 'presence-a', { member: { user_id: '1' } })
  assert.equal(presence.channel_data, '{"user_id":"1"}')
  assert.equal(channels.authorize('1.2', 'private-encrypted-a').shared_secret?.length, 44)
})

test('options that would sign or encrypt badly are rejected by name', async (t) => {
  const { channels } = await startTestServer(t)
  const credentials = { key: 'k', secret: 's' }

  await assert.rejects(startTestServer(t, { app: { ...app, secret: '' } }), /`app\.secret`/)
  await assert.rejects(startTestServer(t, { app: { ...app, key: 'a key' } }), /`app\.key`/)
  await assert.rejects(
    startTestServer(t, { encryptionKey: Buffer.alloc(31) }),
    /`encryptionKey` must have 32 bytes, not 31/,
  )
  assert.throws(() => grantChannel({ key: 'k', secret: '' }, '1.2', 'private-a'), /`secret`/)
  assert.throws(() => grantUser({ key: 'k', secret: '' }, '1.2', { id: '1' }), /`secret`/)
  assert.throws(
    () => grantChannel(credentials, '1.2', 'private-encrypted-a', {}, Buffer.alloc(16)),
    /`encryptionKey` must have 32 bytes, not 16/,
  )
  assert.throws(() => channels.authorize('1.2', 'presence-a'), /presence-a.*`member`/)
})
