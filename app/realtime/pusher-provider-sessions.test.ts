import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import type { Realtime } from '#app/pages.ts'
import { waitForOutbox, PusherJsClient } from '#testing/pusher-js-client.ts'
import { ada, enableTwoFactor, registerAccount as register } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, userId } from '#testing/teams.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const credentials = { APP_ID: '77', KEY: 'provided-key', SECRET: 'a secret of the provider' }

/** An app whose channels are run by another process, as an external provider would. */
async function withProvider(t: TestContext): Promise<TestApp> {
  const { PATH } = process.env
  const path = join(import.meta.dirname, '../../testing/pusher-server.ts')
  const provider = fork(path, { env: { PATH, ...credentials } })
  t.after(() => provider.kill('SIGKILL'))
  const [{ port }] = await once(provider, 'message')
  return createTestApp(t, {
    CHANNELS_APP_ID: credentials.APP_ID,
    CHANNELS_KEY: credentials.KEY,
    CHANNELS_SECRET: credentials.SECRET,
    CHANNELS_HOST: '127.0.0.1',
    CHANNELS_PORT: String(port),
    CHANNELS_SCHEME: 'http',
  })
}

async function signedInBrowser(foyer: TestApp): Promise<TestBrowser> {
  const browser = foyer.browser()
  await browser.visit('login.store', { email: ada.email, password: ada.password })
  return browser
}

/** A page connected to the provider, which authenticates there unless `isHonest` is false. */
async function listen(t: TestContext, browser: TestBrowser, { isHonest = true } = {}) {
  const { page } = await browser.visitPath('/user/profile')
  const realtime: Realtime = JSON.parse(JSON.stringify(page.props['realtime']))
  const authorizeVia = (path: string) => async (body: Record<string, string>) => {
    const answer = await browser.json(path, { method: 'POST', body })
    return { status: answer.status, body: answer.raw.json() }
  }
  const authorizeUser = isHonest ? authorizeVia('/broadcasting/user-auth') : null
  const listener = new PusherJsClient(realtime, authorizeVia('/broadcasting/auth'), authorizeUser)
  t.after(() => listener.pusher.disconnect())
  await listener.subscribe(realtime.channel ?? '')
  if (isHonest) await listener.pusher.user.signinDonePromise
  return { listener, ...realtime, channel: realtime.channel ?? '' }
}

const rename = (browser: TestBrowser, name: string) =>
  browser.visit('user-profile-information.update', { name, locale: '', timezone: '' })

test('an ended session closes its own sockets at the provider, and no others', async (t) => {
  const foyer = await withProvider(t)
  const laptop = foyer.browser()
  await register(foyer, laptop)
  const phone = await signedInBrowser(foyer)
  const eve = foyer.browser()
  await register(foyer, eve, { ...ada, email: 'eve@example.com' })
  const [onLaptop, onPhone, ofEve] = [
    await listen(t, laptop),
    await listen(t, phone),
    await listen(t, eve),
  ]

  await phone.visit('logout')

  await onPhone.listener.waitForDisconnect()
  assert.deepEqual([...new Set(onPhone.listener.closeCodes)], [4009])
  assert.equal((await onLaptop.listener.nextEvent('session.ended'))['ended'], onPhone.session)
  await rename(laptop, 'Ada King')
  await rename(eve, 'Eve')
  await onLaptop.listener.nextEvent('profile.updated')
  await ofEve.listener.nextEvent('profile.updated')
})

test('an unauthenticated socket at the provider gets nothing after its session ends', async (t) => {
  const foyer = await withProvider(t)
  const laptop = foyer.browser()
  await register(foyer, laptop)
  const stolen = await signedInBrowser(foyer)
  const onLaptop = await listen(t, laptop)
  const attacker = await listen(t, stolen, { isHonest: false })

  await stolen.visit('logout')
  await attacker.listener.nextEvent('session.ended')
  // The notification about the attacker's own sign-in may have come before.
  attacker.listener.received.length = 0
  await rename(laptop, 'Ada King')
  await onLaptop.listener.nextEvent('profile.updated')
  await waitForOutbox(foyer)
  const fence = Promise.withResolvers<void>()
  attacker.listener.pusher.subscribe('fence').bind('pusher:subscription_succeeded', fence.resolve)
  await fence.promise

  assert.equal(attacker.listener.pusher.connection.state, 'connected')
  assert.deepEqual(attacker.listener.received, [])
})

test('at a provider, each session is authorized for its own channel only', async (t) => {
  const foyer = await withProvider(t)
  const laptop = foyer.browser()
  await register(foyer, laptop)
  const phone = await signedInBrowser(foyer)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const [onLaptop, onPhone] = [await listen(t, laptop), await listen(t, phone)]
  const requestAuth = (channel_name: string) =>
    laptop.json('/broadcasting/auth', {
      method: 'POST',
      body: { socket_id: '12.34', channel_name },
    })

  assert.equal((await requestAuth(onLaptop.channel)).status, 200)
  assert.equal((await requestAuth(onPhone.channel)).status, 403)
  assert.equal((await requestAuth(`private-account.${id}`)).status, 403)
})

test('at a provider, a removed member who never signed in there hears nothing more of the team (TEA-82)', async (t) => {
  const foyer = await withProvider(t)
  const laptop = foyer.browser()
  await register(foyer, laptop)
  await createEngines(laptop)
  const grace = await addMember(foyer, laptop, { name: 'Grace' })
  const { page } = await grace.visitPath(enginesPath)
  const channel = String(page.props['channel'])
  const { listener } = await listen(t, grace, { isHonest: false })
  await listener.subscribe(channel)
  const rename = (name: string) =>
    laptop.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })
  await rename('Open plans')
  await listener.nextEvent('team.changed')
  const shared = channel.slice(0, channel.lastIndexOf('.'))
  const body = { socket_id: '12.34', channel_name: shared }
  assert.equal((await grace.json('/broadcasting/auth', { method: 'POST', body })).status, 403)

  const id = await userId(foyer, 'Grace')
  await laptop.json(`${enginesPath}/members/${id}`, { method: 'DELETE' })
  await listener.nextEvent('team.left')
  listener.received.length = 0
  await rename('Secret plans')
  await waitForOutbox(foyer)
  const fence = Promise.withResolvers<void>()
  listener.pusher.subscribe('fence').bind('pusher:subscription_succeeded', fence.resolve)
  await fence.promise

  assert.equal(listener.pusher.connection.state, 'connected')
  assert.deepEqual(listener.received, [])
})

test('at a provider, a member who no longer meets what the team requires hears nothing more of it (TEA-40)', async (t) => {
  const foyer = await withProvider(t)
  const laptop = foyer.browser()
  await register(foyer, laptop)
  await createEngines(laptop)
  const grace = await addMember(foyer, laptop, { name: 'Grace' })
  await enableTwoFactor(laptop)
  const { page } = await grace.visitPath(enginesPath)
  const { listener } = await listen(t, grace, { isHonest: false })
  await listener.subscribe(String(page.props['channel']))
  const ada = await listen(t, laptop)
  const shown = await laptop.visitPath(enginesPath)
  await ada.listener.subscribe(String(shown.page.props['channel']))
  const rename = (name: string) =>
    laptop.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })
  await rename('Open plans')
  await listener.nextEvent('team.changed')
  await ada.listener.nextEvent('team.changed')

  const required = { second_factor: true }
  const { status } = await laptop.json(`${enginesPath}/requirements`, {
    method: 'PUT',
    body: required,
  })
  assert.equal(status, 200)
  await ada.listener.nextEvent('team.changed')
  await waitForOutbox(foyer)
  listener.received.length = 0
  await rename('Secret plans')
  await ada.listener.nextEvent('team.changed')
  await waitForOutbox(foyer)
  const fence = Promise.withResolvers<void>()
  listener.pusher.subscribe('fence').bind('pusher:subscription_succeeded', fence.resolve)
  await fence.promise

  assert.equal(listener.pusher.connection.state, 'connected')
  assert.deepEqual(
    listener.received.filter(({ name }) => name === 'team.changed'),
    [],
  )
})
