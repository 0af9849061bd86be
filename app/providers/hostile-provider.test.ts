import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  type OpenIdProvider,
  providerClient,
  startOpenIdProvider,
} from '#testing/openid-provider.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  leaveForProvider,
  providerSettings,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

async function assertNobodyIsIn(foyer: TestApp) {
  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
}

const past = Math.floor(Date.now() / 1000) - 3600

const badTokens: Record<string, NonNullable<OpenIdProvider['tamper']>> = {
  'another nonce': ({ claims }) => ({ claims: { ...claims, nonce: 'of another sign-in' } }),
  'no nonce': ({ claims }) => ({ claims: { ...claims, nonce: undefined } }),
  'another issuer': ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.example' } }),
  'another audience': ({ claims }) => ({ claims: { ...claims, aud: 'another client' } }),
  'an expiry in the past': ({ claims }) => ({ claims: { ...claims, iat: past - 600, exp: past } }),
  'alg none': ({ header }) => ({ header: { ...header, alg: 'none' }, signature: '' }),
  'a symmetric algorithm': ({ header }) => ({ header: { ...header, alg: 'HS256' } }),
  'a wrong signature': () => ({ signature: Buffer.alloc(64, 1).toString('base64url') }),
  'a key that is not published': ({ header }) => ({ header: { ...header, kid: 'another' } }),
}

for (const [what, tamper] of Object.entries(badTokens)) {
  test(`an ID token with ${what} signs nobody in (OID-01)`, async (t) => {
    const { foyer, provider } = await appWithProvider(t)
    provider.tamper = tamper
    const laptop = foyer.browser()

    assert.equal((await signInByProvider(laptop)).location, '/login')

    assert.match(await bannerOn(laptop), /The answer of Example wasn't valid/)
    await assertNobodyIsIn(foyer)
    provider.tamper = null
    assert.equal((await signInByProvider(laptop)).location, '/dashboard')
  })
}

test('an answer that names another issuer is rejected before its code is sent anywhere (OID-02)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  const answer = await signInThere(await leaveForProvider(laptop))
  const iss = encodeURIComponent(provider.issuer)
  assert.ok(answer.includes(`iss=${iss}`))

  await laptop.open(answer.replace(`iss=${iss}`, 'iss=https%3A%2F%2Fevil.example'))

  assert.match(await bannerOn(laptop), /wasn't valid/)
  await assertNobodyIsIn(foyer)
})

test('a code of one provider is never sent to another (OID-02)', async (t) => {
  const evil = await startOpenIdProvider({ redirectUris: null, people: [adaThere] })
  t.after(() => evil.close())
  const settings = { ...providerSettings(evil, 'evil'), PROVIDERS: 'example,evil' }
  const { foyer } = await appWithProvider(t, settings)
  const laptop = foyer.browser()
  // The victim starts at the attacker's provider, which sends the browser on to the honest one.
  const startAtEvil = await leaveForProvider(laptop, '/sign-in/evil')
  const honest = await leaveForProvider(foyer.browser())
  honest.searchParams.set('state', startAtEvil.searchParams.get('state') ?? '')
  const answer = await signInThere(honest)

  assert.equal((await laptop.open(answer)).location, '/login')
  await laptop.open(answer.replace('/sign-in/example/', '/sign-in/evil/'))

  await assertNobodyIsIn(foyer)
})

test('an answer works once, also for concurrent requests (OID-03)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  const answer = await signInThere(await leaveForProvider(laptop))
  const copies = Array.from({ length: 8 }, () => copyOf(foyer, laptop.cookies))

  const responses = await Promise.all(copies.map((browser) => browser.open(answer)))
  const replayed = await copyOf(foyer, laptop.cookies).open(answer)

  const locations = responses.map(({ location }) => location).toSorted()
  assert.deepEqual(locations, ['/dashboard', ...Array<string>(7).fill('/login')])
  assert.equal(replayed.location, '/login')
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('a code that the provider has seen before signs nobody in (OID-03)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  const first = await signInThere(await leaveForProvider(laptop))
  const code = new URL(first, 'http://localhost').searchParams.get('code') ?? ''
  await laptop.open(first)
  await laptop.visit('logout')

  const second = new URL(await signInThere(await leaveForProvider(laptop)), 'http://localhost')
  second.searchParams.set('code', code)

  assert.equal((await laptop.open(second.pathname + second.search)).location, '/login')
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('nobody is signed in by an answer that another browser started: login CSRF (OID-04)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const [thief, victim] = [foyer.browser(), foyer.browser()]
  const answerOfThief = await signInThere(await leaveForProvider(thief))
  await leaveForProvider(victim)

  assert.equal((await victim.open(answerOfThief)).location, '/login')
  assert.match(await bannerOn(victim), /started in another browser/)
  assert.equal((await foyer.browser().open(answerOfThief)).location, '/login')

  await assertNobodyIsIn(foyer)
})

test('an answer is too late after ten minutes, and a forged cookie starts nothing (OID-04)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  const answer = await signInThere(await leaveForProvider(laptop))
  foyer.clock.advance(10 * minutes)

  assert.equal((await laptop.open(answer)).location, '/login')
  laptop.cookies.set('foyer-provider', Buffer.alloc(90, 1).toString('base64url'))
  assert.equal((await laptop.open(answer)).location, '/login')

  await assertNobodyIsIn(foyer)
})

test('another site cannot start a sign-in: its links lead to the sign-in page (OID-05)', async (t) => {
  const { foyer } = await appWithProvider(t)

  for (const site of ['cross-site', 'same-site', 'none', undefined]) {
    const browser = foyer.browser()
    const headers = { accept: 'text/html', ...(site && { 'sec-fetch-site': site }) }
    const response = await browser.request('/sign-in/example', { headers })

    assert.equal(response.location, '/login')
    assert.equal(browser.cookies.has('foyer-provider'), false)
  }
})

test('the code is bound to the browser by PKCE, and the address of the sign-in has no secret (OID-06)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()

  const { searchParams } = await leaveForProvider(laptop)

  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/)
  assert.match(searchParams.get('nonce') ?? '', /^[\w-]{43}$/)
  const cookie = laptop.cookies.get('foyer-provider') ?? ''
  for (const name of ['state', 'nonce', 'code_challenge'])
    assert.ok(!cookie.includes(searchParams.get(name) ?? 'missing'))
  assert.ok(![...searchParams.values()].some((value) => value.includes(providerClient.secret)))
})

test('a provider may rotate its keys (OID-07)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')

  provider.rotateKey()
  skipKeyCache(t)

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
})

/** The library reads the keys again at most once a minute. */
function skipKeyCache(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * minutes })
}

function copyOf(foyer: TestApp, cookies: ReadonlyMap<string, string>) {
  const browser = foyer.browser()
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}
