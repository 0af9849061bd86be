import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

async function securityIssuesShown(foyer: TestApp) {
  const browser = foyer.browser()
  await browser.visit('login.store', ada)
  return (await browser.visit('dashboard')).page.props['securityIssues']
}

async function addToken({ db, clock }: TestApp, expires_at: number | null) {
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const id = newId()
  const now = clock.now()
  await db
    .insertInto('api_tokens')
    .values({
      id,
      user_id,
      name: 'x',
      hint: 'x',
      token_hash: id,
      previous_hash: null,
      previous_ends_at: null,
      permissions: '[]',
      networks: '[]',
      issued_at: now,
      expires_at,
      warned_at: null,
      last_used_at: null,
      last_used_ip: null,
      uses: 0,
      revoked_at: null,
      created_at: now,
    })
    .execute()
}

test('the security check-up reports tokens that never expire or are unused', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator())
  await addPasskey(laptop, new VirtualAuthenticator())

  await addToken(foyer, foyer.clock.now() + 365 * days)
  assert.deepEqual(await securityIssuesShown(foyer), [])
  foyer.clock.advance(91 * days)
  assert.deepEqual(await securityIssuesShown(foyer), ['tokens-unused'])
  await addToken(foyer, null)
  assert.deepEqual(await securityIssuesShown(foyer), ['tokens-without-end', 'tokens-unused'])
})
