import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'

test('a guest is sent to sign in; a program is told', async (t) => {
  const { foyer } = await signedInAda(t)
  const guest = foyer.browser()

  assert.equal((await guest.visit('dashboard')).location, '/login')
  assert.equal((await guest.json('/dashboard')).status, 401)
})

test('someone whose address is not proved is asked to prove it', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  assert.equal((await laptop.visit('dashboard')).location, '/email/verify')
  assert.equal((await laptop.json('/dashboard')).status, 403)
  assert.equal((await laptop.visit('verification.notice')).page.component, 'Auth/VerifyEmail')
})

test('an account made without proof can be proved by mail, and its session gets a new secret', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const before = laptop.cookies.get('foyer')

  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const confirmed = await laptop.visitPath(link, { method: 'POST', body: {} })

  assert.equal(confirmed.location, '/dashboard')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.notEqual(laptop.cookies.get('foyer'), before)
})

test('the server does not start with a route that does not say who may come in', async (t) => {
  const { createServer: newApp } = await import('#app/http/server/create-server.ts')
  const { app } = await createTestApp(t)
  const { config, clock, database, keys, limits, assets } = app
  const fresh = newApp({ config, clock, database, keys, limits, assets }, {})
  fresh.get('/open', () => 'anyone')

  await assert.rejects(async () => fresh.ready(), /not said for GET \/open/)
})
