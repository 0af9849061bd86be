import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

test('a guest is redirected to sign-in; a JSON request gets 401', async (t) => {
  const { foyer } = await signedInAda(t)
  const guest = foyer.browser()

  assert.equal((await guest.visit('dashboard')).location, '/login')
  assert.equal((await guest.json('/dashboard')).status, 401)
})

test('a user with an unverified address is redirected to verification', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  assert.equal((await laptop.visit('dashboard')).location, '/email/verify')
  assert.equal((await laptop.json('/dashboard')).status, 403)
  assert.equal((await laptop.visit('verification.notice')).page.component, 'Auth/VerifyEmail')
})

test('the server does not start with a route that declares no access rule (CFG-04)', async (t) => {
  const { createServer } = await import('#app/server/create-server.ts')
  const { app } = await createTestApp(t)
  const { config, clock, database, keys, limits, files, assets } = app
  const server = createServer({ config, clock, database, keys, limits, files, assets }, {})
  server.get('/open', () => 'anyone')

  await assert.rejects(async () => server.ready(), /Route GET \/open declares no access rule/)
})
