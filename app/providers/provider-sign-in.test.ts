import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { addSecurityKey, answerChallenge } from '#testing/passkey-flows.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  leaveForProvider,
  linkPath,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const users = (foyer: TestApp) => foyer.db.selectFrom('users').selectAll().execute()

test('signing in with a provider creates a verified account, once, and opens it from then on', async (t) => {
  const { foyer } = await appWithProvider(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]

  assert.equal((await signInByProvider(laptop)).location, '/dashboard')
  assert.equal((await signInByProvider(phone)).location, '/dashboard')

  const [user, ...others] = await users(foyer)
  assert.deepEqual([user?.email, user?.password_hash, others], [adaThere.email, null, []])
  assert.notEqual(user?.email_verified_at, null)
  const methods = (await foyer.events('session.started')).map(({ data }) => data['method'])
  assert.deepEqual(methods, ['provider', 'provider'])
})

test('a new account is mailed about, and asks for the terms on the first page', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()

  await signInByProvider(laptop)

  assert.equal((await foyer.mails()).at(-1)?.subject, 'Your account was created with Example')
  const next = await laptop.followRedirects('/dashboard')
  assert.equal(next.page.component, 'Auth/AcceptTerms')
})

test('the claims of a sign-in at a provider may also come from the user info', async (t) => {
  const { foyer } = await appWithProvider(t, {}, { usesUserInfo: true })

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')

  assert.equal((await users(foyer))[0]?.email, adaThere.email)
})

test('the sign-in and the registration page link to the provider, and show the one used last', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  const providersOn = async (path: string) => (await laptop.visitPath(path)).page.props['providers']
  const button = { label: 'Example', href: '/sign-in/example' }
  assert.deepEqual(await providersOn('/register'), [{ ...button, isLast: false }])

  await signInByProvider(laptop)
  await laptop.visit('logout')

  assert.deepEqual(await providersOn('/login'), [{ ...button, isLast: true }])
  const document = (await laptop.open('/login')).text
  assert.match(document, /<a [^>]*href="\/sign-in\/example"/)
  assert.match(document, /You last signed in with this\./)
})

test('a sign-in with a password ends the hint about the provider', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop, { ...ada, email: 'other@example.com' })
  await laptop.visit('logout')
  laptop.cookies.set('foyer-last-provider', 'example')

  await laptop.visit('login.store', { email: 'other@example.com', password: ada.password })

  assert.equal(laptop.cookies.has('foyer-last-provider'), false)
})

test('the sign-in leads back to the page that required it, and never to another site (OID-08)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await laptop.open('/user/profile?tab=photo')
  const evil = '?return_to=https://evil.example&redirect_uri=https://evil.example'

  const start = await leaveForProvider(laptop, `/sign-in/example${evil}`)
  const answer = await signInThere(start)
  const done = await laptop.open(`${answer}&return_to=https%3A%2F%2Fevil.example`)

  const redirectUri = start.searchParams.get('redirect_uri')
  assert.equal(redirectUri, 'http://localhost:3000/sign-in/example/callback')
  assert.equal(done.location, '/user/profile?tab=photo')
})

test('after a sign-in at a provider our second factor is asked for, and signs in (OID-10)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const { authenticator } = await enableTwoFactor(laptop)
  await signInByProvider(laptop, linkPath)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()

  assert.equal((await signInByProvider(phone)).location, '/two-factor-challenge')
  assert.equal((await phone.visit('dashboard')).location, '/login')
  const done = await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })

  assert.equal(done.location, '/dashboard')
  const started = await foyer.events('session.started')
  assert.equal(started.at(-1)?.data['method'], 'provider-code')
})

test('a required passkey is asked for after a provider (OID-10, SKY-01)', async (t) => {
  const { foyer } = await appWithProvider(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  const key = new VirtualAuthenticator()
  await addSecurityKey(laptop, key)
  await signInByProvider(laptop, linkPath)
  const phone = foyer.browser()

  assert.equal((await signInByProvider(phone)).location, '/two-factor-challenge')
  await phone.visit('two-factor.login')
  const done = await answerChallenge(phone, key)

  assert.equal(done.status, 204)
  const started = await foyer.events('session.started')
  assert.equal(started.at(-1)?.data['method'], 'provider-passkey')
})

test('a sign-in with a provider says that the account is locked, also before the second factor (LOG-22)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await enableTwoFactor(laptop)
  await signInByProvider(laptop, linkPath)
  await createCli(foyer)('user:lock', ada.email, '--yes')
  const phone = foyer.browser()

  assert.equal((await signInByProvider(phone)).location, '/login')

  assert.match(await bannerOn(phone), /account is locked\./)
  const challenges = await foyer.db.selectFrom('two_factor_challenges').select('id').execute()
  assert.deepEqual(challenges, [])
})

test('unlinking ends a sign-in that waits for the second factor (OID-10)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const { authenticator } = await enableTwoFactor(laptop)
  await signInByProvider(laptop, linkPath)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await signInByProvider(phone)

  const { id } = await foyer.db.selectFrom('linked_accounts').select('id').executeTakeFirstOrThrow()
  await laptop.visitPath(`/user/linked-accounts/${id}`, { method: 'DELETE', body: {} })
  const done = await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })

  assert.equal(done.location, '/login')
})

test('a provider that is trusted for it replaces our second factor, only with the proofs of the setting (OID-10)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, {
    PROVIDER_EXAMPLE_SECOND_FACTORS: 'mfa,hwk',
  })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await enableTwoFactor(laptop)
  await signInByProvider(laptop, linkPath)

  provider.people = [{ ...adaThere, amr: ['pwd'] }]
  assert.equal((await signInByProvider(foyer.browser())).location, '/two-factor-challenge')
  provider.people = [{ ...adaThere, amr: ['pwd', 'mfa'] }]

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
})

for (const variables of [
  { REGISTRATION: 'closed' },
  { REGISTRATION: 'waitlist' },
  { ALLOWED_EMAIL_DOMAINS: 'example.org' },
]) {
  test(`with ${Object.entries(variables).join()} a provider opens linked accounts only`, async (t) => {
    const { foyer } = await appWithProvider(t, variables)
    const laptop = foyer.browser()

    assert.equal((await signInByProvider(laptop)).location, '/login')

    assert.match(await bannerOn(laptop), /No account here is linked/)
    assert.deepEqual(await users(foyer), [])
  })
}

test('a locked account stays closed to its provider', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  await createCli(foyer)('user:lock', adaThere.email ?? '', '--yes')

  assert.equal((await signInByProvider(laptop)).location, '/login')

  assert.match(await bannerOn(laptop), /account is locked/)
})

test('a cancelled sign-in, or an unreachable provider, shows a message on the sign-in page', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  const start = await leaveForProvider(laptop)
  const state = start.searchParams.get('state')
  const cancelled = `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`

  assert.equal((await laptop.open(`/sign-in/example/callback?${cancelled}`)).location, '/login')
  assert.match(await bannerOn(laptop), /You cancelled at Example/)

  const answer = await signInThere(await leaveForProvider(laptop))
  await provider.close()
  assert.equal((await laptop.open(answer)).location, '/login')
  assert.match(await bannerOn(laptop), /Example can't be reached/)
})
