import assert from 'node:assert/strict'
import { test } from 'node:test'

import { listen } from '#testing/listener.ts'
import { ada } from '#testing/people.ts'
import { product } from '#testing/product.ts'

const registering = { ...ada, terms: true }
const path = '/email/verify'

test('a laptop that waits hears that the address was proved on the phone, whichever of the mails was opened', async (t) => {
  const foyer = await product(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registering)
  const link = await foyer.linkInMail()
  await laptop.visit('verification.send')
  const page = await listen(t, foyer, laptop, { path })

  const done = await phone.send(link, { method: 'POST', body: { password: ada.password } })

  assert.equal(done.to, '/dashboard')
  assert.deepEqual(Object.keys(await page.next('registration.confirmed')), ['_offset'])
})

test('nobody else can listen to what a browser waits for', async (t) => {
  const foyer = await product(t)
  const [laptop, eve] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registering)
  await eve.visit('register.store', registering)
  const { page } = await laptop.send(path)
  const { channel } = Object(page.props['realtime'])

  await assert.rejects(listen(t, foyer, eve, { path, channel }))
})

test('who waits with an address that has an account already has a channel like any other, which stays silent (LOG-05)', async (t) => {
  const foyer = await product(t)
  const [first, second] = [foyer.browser(), foyer.browser()]
  await first.visit('register.store', registering)
  const link = await foyer.linkInMail()
  await second.visit('register.store', registering)
  const page = await listen(t, foyer, second, { path })

  await first.send(link, { method: 'POST', body: {} })
  await foyer.app.channels.trigger({
    channels: page.pusher.allChannels().map(({ name }) => name),
    name: 'fence',
    data: {},
  })

  await page.next('fence')
  assert.deepEqual(page.heard, [])
})

test('a session whose address is not proved hears when it is', async (t) => {
  const foyer = await product(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await laptop.visit('register.store', registering)
  await laptop.send(await foyer.linkInMail(), { method: 'POST', body: {} })
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  await laptop.visit('verification.send')
  const page = await listen(t, foyer, laptop, { path })

  await phone.send(await foyer.linkInMail(), { method: 'POST', body: {} })

  assert.equal((await page.next('address.verified'))['session'], null)
})
