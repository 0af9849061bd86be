import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'

import { app, site } from './testing/site.ts'
import { dial, refusalOf, talk } from './testing/talker.ts'

test('the first frame says connection_established, a socket id and an activity timeout (1)', async (t) => {
  const here = await site(t)
  const talker = dial(t, here.url)
  await talker.pong().catch(() => {})
  const { data } = await talker.next('pusher:connection_established')

  assert.match(JSON.stringify(data), /^{"socket_id":"\d+\.\d+","activity_timeout":120}$/)
})

test('an unknown key is refused with 4001, in a way that ends all attempts (2)', async (t) => {
  const here = await site(t)
  const talker = dial(t, here.url.replace(app.key, 'another'))

  assert.deepEqual((await talker.next('pusher:error')).data, {
    code: 4001,
    message: 'Application does not exist',
  })
  assert.equal(await talker.closed, 4001)
})

test('a disabled application is refused with 4003 (3)', async (t) => {
  const here = await site(t, { app: { ...app, isEnabled: false } })
  assert.equal(await dial(t, here.url).closed, 4003)
})

test('over the quota of the application the socket is closed with 4004, and room becomes free again (4)', async (t) => {
  const here = await site(t, { app: { ...app, quota: 1 } })
  const first = await talk(t, here)

  const second = dial(t, here.url)
  assert.equal(await second.closed, 4004)
  assert.equal(second.heard.length, 1)
  first.ws.close()
  await first.closed
  await talk(t, here)
})

test('versions of the protocol: 4 is 4007, letters are 4006, none is the newest or 4008 (5)', async (t) => {
  const here = await site(t)
  const strict = await site(t, { needsProtocol: true })
  const asked = (protocol: string) => here.url.replace('protocol=7', `protocol=${protocol}`)

  assert.equal(await dial(t, asked('3')).closed, 4007)
  assert.equal(await dial(t, asked('8')).closed, 4007)
  assert.equal(await dial(t, asked('abc')).closed, 4006)
  await dial(t, asked('5')).next('pusher:connection_established')
  await dial(t, here.url.replace('protocol=7', '')).next('pusher:connection_established')
  assert.equal(await dial(t, strict.url.replace('protocol=7', '')).closed, 4008)
})

test('another path is answered with 404 and no upgrade (6)', async (t) => {
  const here = await site(t)
  const at = (path: string) => refusalOf(`ws://127.0.0.1:${here.port}${path}`)

  assert.equal((await at('/')).status, 404)
  assert.equal((await at('/app/')).status, 404)
  assert.equal((await at('/app/app-key/more')).status, 404)
  assert.equal((await at('/apps/app-key')).status, 404)
})

test('a page of another origin is answered with 403 and no frames; a program sends none (7, WS-01)', async (t) => {
  const here = await site(t, { origins: ['https://foyer.example'] })

  assert.equal((await refusalOf(here.url, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await refusalOf(here.url, { origin: 'null' })).status, 403)
  assert.equal((await refusalOf(here.url, { origin: 'http://foyer.example' })).status, 403)
  await talk(t, here, { origin: 'https://foyer.example' })
  await talk(t, here)
})

test('*.example.com means what is below that host, and nothing that only looks like it (8)', async (t) => {
  const here = await site(t, { origins: ['*.example.com'] })

  await talk(t, here, { origin: 'https://a.example.com' })
  await talk(t, here, { origin: 'https://b.a.example.com:8443' })
  for (const origin of [
    'https://evilexample.com',
    'https://example.com.evil.com',
    'https://example.com',
  ])
    assert.equal((await refusalOf(here.url, { origin })).status, 403)
  assert.equal((await refusalOf(here.url, { origin: 'https://evil.com/.example.com' })).status, 403)
})

test('no two sockets have the same id, on whatever node or after whatever restart (9)', async (t) => {
  const nodes = await Promise.all([site(t), site(t), site(t)])
  const talkers = await Promise.all(nodes.flatMap((node) => [talk(t, node), talk(t, node)]))

  assert.equal(new Set(talkers.map(({ id }) => id)).size, 6)
})

test('a prefix stands before the sockets and the HTTP API, and is signed (10)', async (t) => {
  const here = await site(t, { path: '/rt' })
  const talker = await talk(t, here)
  await talker.subscribe('news')

  await assert.rejects(here.sdk.trigger('news', 'unheard', {}))
  assert.equal(
    (await here.signed('POST', '/rt/apps/7/events', { name: 'heard', channel: 'news', data: '1' }))
      .status,
    200,
  )
  assert.equal((await talker.next('heard')).data, 1)
  assert.equal((await refusalOf(here.url.replace('/rt', ''))).status, 404)
})

test('a node that is going away answers 503, never a close code (11)', async (t) => {
  const here = await site(t)
  await here.channels.drain()

  assert.deepEqual(await refusalOf(here.url), { status: 503, retryAfter: '5' })
  assert.deepEqual(here.channels.figures.refused, { 503: 1 })
})

test('a full node answers 503, a place that asks too often 429, and room becomes free again (12, WS-09)', async (t) => {
  const here = await site(t, { limits: { sockets: 1 } })
  const first = await talk(t, here)
  assert.equal((await refusalOf(here.url)).status, 503)
  first.ws.terminate()
  await first.closed
  await here.sockets(0)
  await talk(t, here)

  const crowded = await site(t, { limits: { socketsPerAddress: 1 } })
  await talk(t, crowded)
  assert.equal((await refusalOf(crowded.url)).status, 429)
  const hasty = await site(t, { limits: { upgradesPerSecond: 1, upgradeWaitMs: 0 } })
  await talk(t, hasty)
  assert.equal((await refusalOf(hasty.url)).status, 503)
})

test('who comes with a crowd waits for its turn, unless the node goes away meanwhile (12)', async (t) => {
  const here = await site(t, { limits: { upgradesPerSecond: 20 } })
  const crowd = await Promise.all(Array.from({ length: 25 }, () => talk(t, here)))
  assert.equal(new Set(crowd.map(({ id }) => id)).size, 25)

  const leaving = await site(t, { limits: { upgradesPerSecond: 1 } })
  await talk(t, leaving)
  const late = refusalOf(leaving.url)
  await once(leaving.server.server, 'upgrade')
  await leaving.channels.drain()
  assert.equal((await late).status, 503)
  assert.equal(leaving.channels.figures.sockets, 0)
})

test('an upgrade that another listener knows is left to it', async (t) => {
  const here = await site(t)
  here.server.server.on('upgrade', (request, wire) => {
    if (request.url === '/hmr') wire.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n')
  })

  assert.equal((await refusalOf(`ws://127.0.0.1:${here.port}/hmr`)).status, 418)
})
