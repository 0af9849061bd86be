import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'

import { connectPusherJsClient, startListening } from '#testing/pusher-js-client.ts'
import { newlyRegisteredAda, signedInAda } from '#testing/signed-in-accounts.ts'
import { type TestApp, buildTestApp, createTestApp } from '#testing/test-app.ts'

/** The status of a WebSocket upgrade request; 101 on success. */
async function upgradeStatus(
  foyer: TestApp,
  headers: Record<string, string | string[]>,
  key = foyer.app.realtimeEndpoint().key,
): Promise<number> {
  const port = await startListening(foyer)
  const allHeaders = {
    host: `127.0.0.1:${port}`,
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const upgradeRequest = request({
    host: '127.0.0.1',
    port,
    path: `/app/${key}?protocol=7`,
    // As a list, which may repeat a name.
    headers: Object.entries(allHeaders).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => [name, each]),
    ),
  }).end()
  const [answer] = await Promise.race([
    once(upgradeRequest, 'upgrade'),
    once(upgradeRequest, 'response'),
  ])
  answer.socket.destroy()
  return answer.statusCode
}

test('accepts sockets from our own origin only (WS-01, 4.4.2)', async (t) => {
  const foyer = await buildTestApp(t)
  const { origin } = foyer.config
  const others = ['https://evil.example', 'null', `${origin}.evil.example`, `${origin}1`, 'file://']

  for (const other of others) assert.equal(await upgradeStatus(foyer, { origin: other }), 403)
  assert.equal(await upgradeStatus(foyer, { origin }), 101)
})

test('accepts sockets for our own host only, and for one host (WS-01)', async (t) => {
  const foyer = await buildTestApp(t)
  const { origin, appUrl } = foyer.config
  const others = ['evil.example', `${appUrl.host}.evil.example`, 'localhost', '127.0.0.1:1']

  for (const host of others) assert.equal(await upgradeStatus(foyer, { origin, host }), 421, host)
  assert.equal(await upgradeStatus(foyer, { origin, host: [appUrl.host, 'evil.example'] }), 421)
  assert.equal(await upgradeStatus(foyer, { host: 'evil.example' }), 421)
  assert.equal(await upgradeStatus(foyer, { origin, host: appUrl.host }), 101)
})

test('a cookie authorizes no socket; only a signature does (WS-02, WS-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)
  const [channel] = page.pusher.allChannels()
  const rejected = Promise.withResolvers<string>()
  page.pusher.bind_global((name: string, data: { status?: number }) => {
    if (name === 'pusher:subscription_error') rejected.resolve(String(data.status))
  })
  page.pusher.unsubscribe(channel?.name ?? '')

  page.pusher.send_event('pusher:subscribe', { channel: channel?.name, auth: '' })

  assert.equal(await rejected.promise, '401')
})

test('no channel is public', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)
  const rejected = ['news', 'cache-news', 'account'].map((name) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    page.pusher.subscribe(name).bind('pusher:subscription_error', resolve)
    return promise
  })

  for (const refusal of await Promise.all(rejected))
    assert.partialDeepStrictEqual(refusal, { type: 'AuthError', status: 401 })
  assert.equal(foyer.app.channels.metrics.channels, 1)
})

test('a silent socket is not closed as a slow reader', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const wires: Socket[] = []
  foyer.app.server.on('upgrade', (_request, wire: Socket) => wires.push(wire))

  await connectPusherJsClient(t, foyer, laptop)

  assert.deepEqual(
    wires.map(({ timeout }) => timeout),
    [0],
  )
})

test('exposes metrics of sockets and messages', async (t) => {
  const { foyer, laptop } = await newlyRegisteredAda(t)
  await connectPusherJsClient(t, foyer, laptop)

  const { payload } = await foyer.app.inject({
    url: '/metrics',
    headers: { host: 'localhost:3000' },
  })

  assert.match(payload, /^foyer_sockets 1$/m)
  assert.match(payload, /^foyer_channels 1$/m)
  assert.match(payload, /^foyer_broadcasts_total\{outcome="told"\} [1-9]/m)
  assert.match(payload, /^foyer_broadcasts_waiting 0$/m)
})

test('publishing over HTTP requires the secret (WS-13)', async (t) => {
  const foyer = await createTestApp(t)
  const host = 'localhost:3000'
  const body = { name: 'a', channels: ['news'], data: '{}' }

  const unsigned = await foyer.app.inject({
    method: 'POST',
    url: '/apps/1/events',
    headers: { host },
    payload: body,
  })
  const elsewhere = await foyer.app.inject({
    method: 'POST',
    url: '/apps/1/events',
    headers: { host: 'evil.example' },
    payload: body,
  })

  assert.deepEqual([unsigned.statusCode, elsewhere.statusCode], [401, 421])
})

test('uses wss when pages use https (4.4.1)', async (t) => {
  const foyer = await createTestApp(t, {
    APP_URL: 'https://id.example.com',
    MAIL_URL: 'smtp://127.0.0.1:1',
    APP_KEY: randomBytes(32).toString('base64'),
  })

  const document = await foyer.browser().open('/login')

  const { host, port, tls } = foyer.app.realtimeEndpoint()
  assert.deepEqual({ host, port, tls }, { host: 'id.example.com', port: 443, tls: true })
  const policy = document.header('content-security-policy') ?? ''
  assert.match(policy, /connect-src 'self' wss:\/\/id\.example\.com;/)
})
