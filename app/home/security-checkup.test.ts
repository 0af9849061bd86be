import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

async function securityIssuesShown(foyer: TestApp) {
  const browser = foyer.browser()
  await browser.visit('login.store', ada)
  return (await browser.visit('dashboard')).page.props['securityIssues']
}

async function addPasskey({ db, clock }: TestApp) {
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const id = newId()
  const credential = { credential_id: id, public_key: '', counter: 0, transports: '[]', aaguid: '' }
  await db
    .insertInto('passkeys')
    .values({
      id,
      user_id,
      name: 'x',
      ...credential,
      synced: 0,
      created_at: clock.now(),
      last_used_at: null,
    })
    .execute()
}

test('the security check-up suggests a second factor to a new account, then a passkey', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  assert.deepEqual(await securityIssuesShown(foyer), ['second-factor'])
  await foyer.db.updateTable('users').set({ two_factor_enabled_at: 1 }).execute()
  const { props } = (await laptop.visit('dashboard')).page
  assert.deepEqual(props['securityIssues'], ['recovery-codes', 'passkey'])
})

test('the security check-up suggests a second passkey, and nothing more with two', async (t) => {
  const { foyer } = await signedInAda(t)

  await addPasskey(foyer)
  assert.deepEqual(await securityIssuesShown(foyer), ['one-passkey'])
  await addPasskey(foyer)
  assert.deepEqual(await securityIssuesShown(foyer), [])
})

test('the security check-up reports few recovery codes and many sessions', async (t) => {
  const { foyer } = await signedInAda(t)
  await addPasskey(foyer)
  await addPasskey(foyer)
  for (let count = 0; count < 5; count++) await foyer.browser().visit('login.store', ada)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)

  await foyer.db.updateTable('users').set({ two_factor_enabled_at: 1 }).execute()

  const { props } = (await laptop.visit('dashboard')).page
  assert.deepEqual(props['securityIssues'], ['recovery-codes', 'sessions'])
})
