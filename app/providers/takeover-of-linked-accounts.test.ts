import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { postTakeoverReport } from '#testing/account-takeover.ts'
import { appWithProvider, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

const linkedProviders = async ({ db }: TestApp) =>
  (await db.selectFrom('linked_accounts').select('provider').execute()).map((row) => row.provider)

/** Somebody with Ada's password has linked an account of their own. */
async function adaWithAttacker(t: TestContext) {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  foyer.clock.advance(minutes)
  const attacker = foyer.browser()
  attacker.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await attacker.visit('login.store', ada)
  const [came] = (await foyer.events('session.started')).slice(-1)
  await signInByProvider(attacker, linkPath)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await signInByProvider(phone)
  await confirmPassword(laptop)
  return { foyer, laptop, phone, seq: came?.seq ?? 0 }
}

test('in Time Travel the last usable way in stays, whatever is linked at a provider that is no longer offered (OID-12)', async (t) => {
  const { foyer, laptop, seq } = await adaWithAttacker(t)
  const linked = await foyer.db.selectFrom('linked_accounts').selectAll().executeTakeFirstOrThrow()
  const gone = { ...linked, id: linked.id.replace(/^../, 'ff'), provider: 'gone' }
  await foyer.db.insertInto('linked_accounts').values(gone).execute()
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  await postTakeoverReport(laptop, seq)

  assert.deepEqual((await linkedProviders(foyer)).toSorted(), ['example', 'gone'])
})

test('in Time Travel the sessions of an unlinked account end, as its provider could no longer end them (OID-25)', async (t) => {
  const { foyer, laptop, phone, seq } = await adaWithAttacker(t)
  assert.equal((await phone.visit('dashboard')).status, 200)

  await postTakeoverReport(laptop, seq)

  assert.deepEqual(await linkedProviders(foyer), [])
  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  const left = foyer.db.selectFrom('sessions').select('id').where('linked_account_id', '!=', '')
  assert.deepEqual(await left.execute(), [])
})

test('the linked account that started the session of the report stays, so its provider can end it (OID-25)', async (t) => {
  const { foyer, phone, seq } = await adaWithAttacker(t)

  const answer = await postTakeoverReport(phone, seq)

  assert.equal(answer.status, 200)
  assert.deepEqual(await linkedProviders(foyer), ['example'])
  assert.equal((await phone.visit('dashboard')).status, 200)
})
