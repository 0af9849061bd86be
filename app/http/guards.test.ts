import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaAtHome } from '#testing/people.ts'
import { product } from '#testing/product.ts'

test('a guest is sent to sign in; a program is told', async (t) => {
  const { foyer } = await adaAtHome(t)
  const guest = foyer.browser()

  assert.equal((await guest.visit('dashboard')).to, '/login')
  assert.equal((await guest.json('/dashboard')).status, 401)
})

test('someone whose address is not proved is asked to prove it', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  assert.equal((await laptop.visit('dashboard')).to, '/email/verify')
  assert.equal((await laptop.json('/dashboard')).status, 403)
  assert.equal((await laptop.visit('verification.notice')).page.component, 'Auth/VerifyEmail')
})

test('an account made without proof can be proved by mail, and its session gets a new secret', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const before = laptop.cookies.get('foyer')

  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const confirmed = await laptop.send(link, { method: 'POST', body: {} })

  assert.equal(confirmed.to, '/dashboard')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.notEqual(laptop.cookies.get('foyer'), before)
})

test('the server does not start with a route that does not say who may come in', async (t) => {
  const { newApp } = await import('#app/http/new-app.ts')
  const { app } = await product(t)
  const { config, clock, database, keys, limits, assets } = app
  const fresh = newApp({ config, clock, database, keys, limits, assets }, {})
  fresh.get('/open', () => 'anyone')

  await assert.rejects(async () => fresh.ready(), /not said for GET \/open/)
})
