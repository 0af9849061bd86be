import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'

import { signedInAda } from '#testing/people.ts'
import { connectRealtimeClient, startListening } from '#testing/realtime-client.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'

/** The status that asking for a socket is answered with; 101 is a socket. */
async function upgradeStatus(
  foyer: TestApp,
  headers: Record<string, string>,
  key = foyer.app.realtimeEndpoint().key,
): Promise<number> {
  const upgradeRequest = request({
    host: '127.0.0.1',
    port: await startListening(foyer),
    path: `/app/${key}?protocol=7`,
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  }).end()
  const [answer] = await Promise.race([
    once(upgradeRequest, 'upgrade'),
    once(upgradeRequest, 'response'),
  ])
  upgradeRequest.destroy()
  return answer.statusCode
}

test('a page of another origin gets no socket, nor one without an origin of its own; ours does (WS-01, 4.4.2)', async (t) => {
  const foyer = await createTestApp(t)
  const { origin } = foyer.config
  const others = ['https://evil.example', 'null', `${origin}.evil.example`, `${origin}1`, 'file://']

  for (const other of others) assert.equal(await upgradeStatus(foyer, { origin: other }), 403)
  assert.equal(await upgradeStatus(foyer, { origin }), 101)
})

test('a cookie makes a socket nothing: only what was signed for it does (WS-02, WS-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const page = await connectRealtimeClient(t, foyer, laptop)
  const [channel] = page.pusher.allChannels()
  const refused = Promise.withResolvers<string>()
  page.pusher.bind_global((name: string, data: { status?: number }) => {
    if (name === 'pusher:subscription_error') refused.resolve(String(data.status))
  })
  page.pusher.unsubscribe(channel?.name ?? '')

  page.pusher.send_event('pusher:subscribe', { channel: channel?.name, auth: '' })

  assert.equal(await refused.promise, '401')
})

test('there is nothing to listen to for those who were let in to nothing: no channel is public', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const page = await connectRealtimeClient(t, foyer, laptop)
  const refused = ['news', 'cache-news', 'account'].map((name) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    page.pusher.subscribe(name).bind('pusher:subscription_error', resolve)
    return promise
  })

  for (const refusal of await Promise.all(refused))
    assert.partialDeepStrictEqual(refusal, { type: 'AuthError', status: 401 })
  assert.equal(foyer.app.channels.metrics.channels, 1)
})

test('a socket is not cut off for being silent, as a slow reader is', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const wires: Socket[] = []
  foyer.app.server.on('upgrade', (_request, wire: Socket) => wires.push(wire))

  await connectRealtimeClient(t, foyer, laptop)

  assert.deepEqual(
    wires.map(({ timeout }) => timeout),
    [0],
  )
})

test('figures of sockets and of what was told are there for the operator', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await connectRealtimeClient(t, foyer, laptop)

  const { payload } = await foyer.app.inject({
    url: '/metrics',
    headers: { host: 'localhost:3000' },
  })

  assert.match(payload, /^foyer_sockets 1$/m)
  assert.match(payload, /^foyer_channels 1$/m)
  assert.match(payload, /^foyer_broadcasts_total\{outcome="told"\} [1-9]/m)
  assert.match(payload, /^foyer_broadcasts_waiting 0$/m)
})

test('other programs publish with the secret only, and nothing without it (WS-13)', async (t) => {
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

test('where pages come over https, sockets are wss (4.4.1)', async (t) => {
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
