import assert from 'node:assert/strict'
import { test } from 'node:test'

import { connectPusherJsClient } from '#testing/pusher-js-client.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { buildTestApp } from '#testing/test-app.ts'

const registrationForm = { ...ada, terms: true }
const path = '/email/verify'

test('a waiting laptop is notified when any of the mails is confirmed on the phone', async (t) => {
  const foyer = await buildTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()
  await laptop.visit('verification.send')
  const page = await connectPusherJsClient(t, foyer, laptop, { path })

  const done = await phone.visitPath(link, { method: 'POST', body: { password: ada.password } })

  assert.equal(done.location, '/dashboard')
  assert.deepEqual(Object.keys(await page.nextEvent('registration.confirmed')), ['_offset'])
})

test('only the waiting browser can subscribe to its registration channel', async (t) => {
  const foyer = await buildTestApp(t)
  const [laptop, eve] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registrationForm)
  await eve.visit('register.store', registrationForm)
  const { page } = await laptop.visitPath(path)
  const { channel } = Object(page.props['realtime'])

  await assert.rejects(connectPusherJsClient(t, foyer, eve, { path, channel }))
})

test('an address with an account gets a channel too, which stays silent (LOG-05)', async (t) => {
  const foyer = await buildTestApp(t)
  const [first, second] = [foyer.browser(), foyer.browser()]
  await first.visit('register.store', registrationForm)
  const link = await foyer.linkInMail()
  await second.visit('register.store', registrationForm)
  const page = await connectPusherJsClient(t, foyer, second, { path })

  await first.visitPath(link, { method: 'POST', body: {} })
  await foyer.app.channels.trigger({
    channels: page.pusher.allChannels().map(({ name }) => name),
    name: 'fence',
    data: {},
  })

  await page.nextEvent('fence')
  assert.deepEqual(page.received, [])
})

test('a session is notified when its address is verified', async (t) => {
  const foyer = await buildTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registrationForm)
  await laptop.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  await phone.visit('login.store', { email: ada.email, password: ada.password })
  const page = await connectPusherJsClient(t, foyer, laptop, { path })

  await phone.visitPath(link, { method: 'POST', body: {} })

  await page.nextEvent('address.verified')
})
