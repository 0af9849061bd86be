import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { channels } from '@foyer/channels'
import Fastify, { type FastifyInstance } from 'fastify'

import { waitForOutbox, PusherJsClient } from '#testing/pusher-js-client.ts'
import { registerAccount } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'

const credentials = { id: '77', key: 'provided-key', secret: 'a secret of the provider' }

/** An external server of the Pusher protocol. */
async function startProvider(
  t: TestContext,
  port = 0,
): Promise<{ server: FastifyInstance; port: number }> {
  const server = Fastify({ forceCloseConnections: true })
  await server.register(channels, { app: credentials, api: true, drainMs: 10, closeMs: 10 })
  await server.listen({ port, host: '127.0.0.1' })
  t.after(() => server.close())
  const address = server.server.address()
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

/** The channels' status from `/ready`. */
async function isChannelsReady(foyer: TestApp): Promise<boolean> {
  return (await foyer.browser().json('/ready')).raw.json().channels
}

function providerSettings(port: number): Record<string, string> {
  const { id, key, secret } = credentials
  return {
    CHANNELS_APP_ID: id,
    CHANNELS_KEY: key,
    CHANNELS_SECRET: secret,
    CHANNELS_HOST: '127.0.0.1',
    CHANNELS_PORT: String(port),
    CHANNELS_SCHEME: 'http',
  }
}

test('with a provider, pages subscribe with our signatures and receive our events', async (t) => {
  const { server, port } = await startProvider(t)
  const foyer = await createTestApp(t, providerSettings(port))
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const document = await laptop.open('/user/profile')
  const { page } = await laptop.visitPath('/user/profile')
  const realtime = Object(page.props['realtime'])
  const listener = new PusherJsClient(realtime, async (body) => {
    const answer = await laptop.json('/broadcasting/auth', { method: 'POST', body })
    return { status: answer.status, body: answer.raw.json() }
  })
  t.after(() => listener.pusher.disconnect())
  await listener.subscribe(realtime.channel)

  await laptop.visit('user-profile-information.update', { name: 'Ada', locale: '', timezone: '' })

  assert.equal((await listener.nextEvent('profile.updated'))['session'], realtime.session)
  assert.deepEqual(
    [realtime.host, realtime.port, realtime.tls, realtime.position],
    ['127.0.0.1', port, false, null],
  )
  assert.match(
    document.header('content-security-policy') ?? '',
    new RegExp(`connect-src 'self' ws://127.0.0.1:${port};`),
  )
  assert.equal(server.channels.metrics.sockets, 1)
  assert.equal(foyer.app.server.listenerCount('upgrade'), 0)
})

test('changes succeed while the provider is down and are delivered in order afterwards', async (t) => {
  const { server, port } = await startProvider(t)
  const foyer = await createTestApp(t, providerSettings(port))
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await waitForOutbox(foyer)
  await server.close()

  for (const name of ['Ada', 'Ada King'])
    assert.equal(
      (await laptop.visit('user-profile-information.update', { name, locale: '', timezone: '' }))
        .status,
      303,
    )
  while (foyer.app.outboxRelay.metrics.failed === 0) await new Promise(setImmediate)
  assert.equal(await isChannelsReady(foyer), false)
  const before = foyer.app.outboxRelay.metrics.sent
  await startProvider(t, port)
  await waitForOutbox(foyer)

  assert.equal(foyer.app.outboxRelay.metrics.sent, before + 2)
  // The last event arrives just before the relay marks it as delivered.
  for (let left = 50; left > 0 && !(await isChannelsReady(foyer)); left--) await sleep(20)
  assert.equal(await isChannelsReady(foyer), true)
})
