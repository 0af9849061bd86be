import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaThere, appWithProvider, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import { confirmPassword, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const trusted = { PROVIDER_EXAMPLE_SECOND_FACTORS: 'mfa' }
const required = { ...trusted, REQUIRE_TWO_FACTOR: '1' }
const withFactor = [{ ...adaThere, amr: ['pwd', 'mfa'] }]

async function lastSignIn(foyer: TestApp) {
  return (await foyer.events('session.started')).at(-1)?.data
}

test('a trusted second factor of the provider satisfies REQUIRE_TWO_FACTOR, for new accounts too (OID-34)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, required)
  provider.people = withFactor
  const [first, second] = [foyer.browser(), foyer.browser()]

  await signInByProvider(first)
  const { props } = (await first.visit('terms.accept')).page
  await first.visit('terms.accept.store', { terms: 'on', terms_version: props['termsVersion'] })
  await signInByProvider(second)

  assert.equal((await first.visit('profile.show')).status, 200)
  assert.equal((await second.visit('profile.show')).status, 200)
})

test('a trusted second factor of the provider counts in its session only: not by password, and not by the provider without the factor (OID-34)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, required)
  const [desk, laptop, phone] = [foyer.browser(), foyer.browser(), foyer.browser()]
  await registerAccount(foyer, desk)
  await foyer.db
    .insertInto('linked_accounts')
    .values(linkedTo(foyer, provider.issuer, await userId(foyer)))
    .execute()
  provider.people = withFactor
  await signInByProvider(laptop)
  provider.people = [{ ...adaThere, amr: ['pwd'] }]
  await signInByProvider(phone)

  assert.equal((await laptop.visit('profile.show')).status, 200)
  for (const browser of [desk, phone])
    assert.notEqual((await browser.visit('profile.show')).status, 200)
})

test('the event of a sign-in names the provider and the linked account, and whose second factor it was (OID-35)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, trusted)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)
  await enableTwoFactor(laptop)
  const { id } = await foyer.db.selectFrom('linked_accounts').select('id').executeTakeFirstOrThrow()
  provider.people = withFactor

  await signInByProvider(foyer.browser())

  const named = { provider: 'Example', linkedAccount: id, hasTrustedFactor: true }
  assert.partialDeepStrictEqual(await lastSignIn(foyer), { method: 'provider', ...named })
  const { text } = await laptop.open('/time-travel')
  assert.match(text, /Account at a provider\s·\sExample\s·\sSecond factor at the provider/)
})

test('the event of a sign-in that needed our own factor does not claim the provider’s (OID-35)', async (t) => {
  const { foyer } = await appWithProvider(t, trusted)

  await signInByProvider(foyer.browser())

  const started = await lastSignIn(foyer)
  assert.equal(started?.['provider'], 'Example')
  assert.equal(started?.['hasTrustedFactor'], undefined)
})

test('the address of the account there follows each sign-in, and the log says so (OID-36)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  const before = adaThere.email
  const signInAs = async (email?: string) => {
    provider.people = [{ sub: adaThere.sub, ...(email && { email, email_verified: true }) }]
    await signInByProvider(foyer.browser())
  }

  await signInAs('countess@example.com')
  await signInAs('countess@example.com')
  await signInAs()

  const rows = await foyer.db.selectFrom('linked_accounts').select('email').execute()
  assert.deepEqual(rows, [{ email: 'countess@example.com' }])
  const changes = await foyer.events('linked-account.changed')
  assert.equal(changes.length, 1)
  const after = 'countess@example.com'
  assert.partialDeepStrictEqual(changes[0]?.data, { name: 'Example', before, after })
  const [user] = await foyer.db.selectFrom('users').select('email').execute()
  assert.equal(user?.email, before)
})

async function userId({ db }: TestApp): Promise<string> {
  return (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
}

function linkedTo({ clock }: TestApp, issuer: string, user_id: string) {
  const account = { provider: 'example', issuer, subject: adaThere.sub, email: null }
  return { id: '1', user_id, ...account, created_at: clock.now(), last_used_at: null }
}
