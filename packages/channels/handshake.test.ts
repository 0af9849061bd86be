import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { app, startTestServer } from './testing/test-server.ts'
import { openClient, rejectedUpgrade, connectClient } from './testing/websocket-client.ts'

test('the first frame is connection_established with a socket id and an activity timeout', async (t) => {
  const server = await startTestServer(t)
  const client = openClient(t, server.url)
  await client.waitForReplies().catch(() => {})
  const { data } = await client.next('pusher:connection_established')

  assert.match(JSON.stringify(data), /^{"socket_id":"\d+\.\d+","activity_timeout":120}$/)
})

test('an unknown key is rejected with 4001, which stops reconnecting', async (t) => {
  const server = await startTestServer(t)
  const client = openClient(t, server.url.replace(app.key, 'another'))

  assert.deepEqual((await client.next('pusher:error')).data, {
    code: 4001,
    message: 'Application does not exist',
  })
  assert.equal(await client.closed, 4001)
})

test('a disabled application is rejected with 4003', async (t) => {
  const server = await startTestServer(t, { app: { ...app, isEnabled: false } })
  assert.equal(await openClient(t, server.url).closed, 4003)
})

test('a socket over the quota is closed with 4004, until another closes', async (t) => {
  const server = await startTestServer(t, { app: { ...app, quota: 1 } })
  const first = await connectClient(t, server)

  const second = openClient(t, server.url)
  assert.equal(await second.closed, 4004)
  assert.equal(second.received.length, 1)
  first.ws.close()
  await first.closed
  await connectClient(t, server)
})

test('protocol version 4 is rejected with 4007, letters with 4006; none means the newest, or 4008 when required', async (t) => {
  const server = await startTestServer(t)
  const strict = await startTestServer(t, { needsProtocol: true })
  const urlWith = (protocol: string) => server.url.replace('protocol=7', `protocol=${protocol}`)

  assert.equal(await openClient(t, urlWith('3')).closed, 4007)
  assert.equal(await openClient(t, urlWith('8')).closed, 4007)
  assert.equal(await openClient(t, urlWith('abc')).closed, 4006)
  await openClient(t, urlWith('5')).next('pusher:connection_established')
  await openClient(t, server.url.replace('protocol=7', '')).next('pusher:connection_established')
  assert.equal(await openClient(t, strict.url.replace('protocol=7', '')).closed, 4008)
})

test('an upgrade on another path is answered with 404', async (t) => {
  const server = await startTestServer(t)
  const at = (path: string) => rejectedUpgrade(`ws://127.0.0.1:${server.port}${path}`)

  assert.equal((await at('/')).status, 404)
  assert.equal((await at('/app/')).status, 404)
  assert.equal((await at('/app/app-key/more')).status, 404)
  assert.equal((await at('/apps/app-key')).status, 404)
})

test('a page of another origin gets 403 and no frames; a program without an origin is accepted (WS-01)', async (t) => {
  const server = await startTestServer(t, { origins: ['https://foyer.example'] })

  assert.equal((await rejectedUpgrade(server.url, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await rejectedUpgrade(server.url, { origin: 'null' })).status, 403)
  assert.equal((await rejectedUpgrade(server.url, { origin: 'http://foyer.example' })).status, 403)
  await connectClient(t, server, { origin: 'https://foyer.example' })
  await connectClient(t, server)
})

test('*.example.com matches subdomains only, not similar names', async (t) => {
  const server = await startTestServer(t, { origins: ['*.example.com'] })

  await connectClient(t, server, { origin: 'https://a.example.com' })
  await connectClient(t, server, { origin: 'https://b.a.example.com:8443' })
  for (const origin of [
    'https://evilexample.com',
    'https://example.com.evil.com',
    'https://example.com',
  ])
    assert.equal((await rejectedUpgrade(server.url, { origin })).status, 403)
  assert.equal(
    (await rejectedUpgrade(server.url, { origin: 'https://evil.com/.example.com' })).status,
    403,
  )
})

test('socket ids are unique across nodes and restarts', async (t) => {
  const nodes = await Promise.all([startTestServer(t), startTestServer(t), startTestServer(t)])
  const clients = await Promise.all(
    nodes.flatMap((node) => [connectClient(t, node), connectClient(t, node)]),
  )

  assert.equal(new Set(clients.map(({ id }) => id)).size, 6)
})

test('a path prefix applies to sockets and the HTTP API, and is signed', async (t) => {
  const server = await startTestServer(t, { path: '/rt' })
  const client = await connectClient(t, server)
  await client.subscribe('news')

  await assert.rejects(server.sdk.trigger('news', 'unheard', {}))
  assert.equal(
    (
      await server.signedRequest('POST', '/rt/apps/7/events', {
        name: 'heard',
        channel: 'news',
        data: '1',
      })
    ).status,
    200,
  )
  assert.equal((await client.next('heard')).data, 1)
  assert.equal((await rejectedUpgrade(server.url.replace('/rt', ''))).status, 404)
})

test('a draining node answers 503, never a close code', async (t) => {
  const server = await startTestServer(t)
  await server.channels.drain()

  assert.deepEqual(await rejectedUpgrade(server.url), { status: 503, retryAfter: '5' })
  assert.deepEqual(server.channels.metrics.refused, { 503: 1 })
})

test('a full node answers 503 and a busy address 429, until a socket closes (WS-09)', async (t) => {
  const server = await startTestServer(t, { limits: { sockets: 1 } })
  const first = await connectClient(t, server)
  assert.equal((await rejectedUpgrade(server.url)).status, 503)
  first.ws.terminate()
  await first.closed
  await server.waitForSocketCount(0)
  await connectClient(t, server)

  const perAddress = await startTestServer(t, { limits: { socketsPerAddress: 1 } })
  await connectClient(t, perAddress)
  assert.equal((await rejectedUpgrade(perAddress.url)).status, 429)
  const hasty = await startTestServer(t, { limits: { upgradesPerSecond: 1, upgradeWaitMs: 0 } })
  await connectClient(t, hasty)
  assert.equal((await rejectedUpgrade(hasty.url)).status, 503)
})

test('an upgrade in a burst waits for its turn, unless the node drains meanwhile', async (t) => {
  const server = await startTestServer(t, { limits: { upgradesPerSecond: 20 } })
  const clients = await Promise.all(Array.from({ length: 25 }, () => connectClient(t, server)))
  assert.equal(new Set(clients.map(({ id }) => id)).size, 25)

  const restarting = await startTestServer(t, { limits: { upgradesPerSecond: 1 } })
  await connectClient(t, restarting)
  let arrived = 0
  restarting.server.server.on('upgrade', () => arrived++)
  // On a machine that stands still for a second, the first has had its turn.
  const late = Array.from({ length: 5 }, () => rejectedUpgrade(restarting.url))
  while (arrived < late.length) await setImmediate()
  await restarting.channels.drain()
  assert.equal((await Promise.race(late)).status, 503)
  assert.equal(restarting.channels.metrics.sockets, 0)
})

test("an upgrade on another listener's path is left to it", async (t) => {
  const server = await startTestServer(t)
  server.server.server.on('upgrade', (request, wire) => {
    if (request.url === '/hmr') wire.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n')
  })

  assert.equal((await rejectedUpgrade(`ws://127.0.0.1:${server.port}/hmr`)).status, 418)
})
