import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adminAndAccount } from '#testing/administrator.ts'
import { ada, confirmPassword } from '#testing/signed-in-accounts.ts'
import { openedAccess, shownName } from '#testing/support-access.ts'
import { hours, minutes } from '#testing/test-clock.ts'

test('the admin area asks to sign in again after its own session length, other pages do not (ADM-70)', async (t) => {
  const { foyer, laptop, other } = await adminAndAccount(t, 'admin')
  for (const _ of Array.from({ length: 7 })) {
    foyer.clock.advance(1 * hours)
    await laptop.visit('dashboard')
    await other.visit('dashboard')
  }
  await confirmPassword(laptop)
  assert.equal((await laptop.visit('admin.accounts')).status, 200)
  foyer.clock.advance(61 * minutes)
  assert.equal((await laptop.visit('dashboard')).status, 200)

  assert.equal((await laptop.visit('admin.accounts')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  const ended = (await foyer.events('session.ended')).at(-1)
  assert.partialDeepStrictEqual(ended?.data, { by: 'system', why: 'expired' })
  assert.equal((await other.visit('dashboard')).status, 200)
  assert.equal((await other.visit('admin.accounts')).status, 404)
  await laptop.visit('login.store', { email: ada.email, password: ada.password })
  assert.equal((await laptop.visit('admin.accounts')).status, 200)
})

test('a session that is too old for the admin area also ends support access (ADM-70)', async (t) => {
  const { foyer, laptop } = await openedAccess(t, 'support', { ADMIN_SESSION_MINUTES: '15' })
  assert.equal(await shownName(laptop), 'Grace Hopper')
  foyer.clock.advance(15 * minutes)
  assert.equal(await shownName(laptop), ada.name)
})
