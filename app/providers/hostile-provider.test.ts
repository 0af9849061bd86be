import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'

import { z } from 'zod'

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
  linkPath,
  ownLink,
  providerSettings,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { confirmPassword, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

import { newProviderAttempt } from './provider-attempt.ts'
import { createProviderClient } from './provider-client.ts'

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

const badSubjects = { NUL: 'a\0b', 'a lone surrogate': 'a\ud800', 'no end': 'x'.repeat(9000) }

for (const [what, sub] of Object.entries(badSubjects)) {
  test(`a subject with ${what} signs nobody in (OID-40)`, async (t) => {
    const { foyer, provider } = await appWithProvider(t)
    provider.tamper = ({ claims }) => ({
      claims: { ...claims, sub, email: adaThere.email, email_verified: true },
    })
    const laptop = foyer.browser()

    assert.equal((await signInByProvider(laptop)).location, '/login')

    assert.match(await bannerOn(laptop), /The answer of Example wasn't valid/)
    await assertNobodyIsIn(foyer)
  })
}

for (const email of ['a\0b@example.com', `${'x'.repeat(9000)}@example.com`]) {
  test(`an address that cannot be one (${email.length} characters) is not stored (OID-40)`, async (t) => {
    const { foyer, provider } = await appWithProvider(t)
    const laptop = foyer.browser()
    await registerAccount(foyer, laptop)
    await confirmPassword(laptop)
    provider.tamper = ({ claims }) => ({ claims: { ...claims, email } })

    await signInByProvider(laptop, linkPath)

    const rows = await foyer.db.selectFrom('linked_accounts').select('email').execute()
    assert.deepEqual(rows, [{ email: null }])
  })
}

test('an address is as verified as its own source says (OID-41)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, {}, { usesUserInfo: true })
  provider.people = [{ ...adaThere, email_verified: false }]
  provider.tamper = ({ claims }) => ({ claims: { ...claims, email_verified: true } })
  const laptop = foyer.browser()

  assert.equal((await signInByProvider(laptop)).location, '/login')

  assert.match(await bannerOn(laptop), /hasn't confirmed your email address/)
  await assertNobodyIsIn(foyer)
})

test('proofs of a second factor are those of the ID token (OID-41)', async (t) => {
  const settings = { PROVIDER_EXAMPLE_SECOND_FACTORS: 'mfa' }
  const { foyer, provider } = await appWithProvider(t, settings, { usesUserInfo: true })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)
  await enableTwoFactor(laptop)
  provider.people = [{ ...adaThere, amr: ['mfa'] }]
  provider.tamper = ({ claims }) => ({ claims: { ...claims, amr: undefined } })

  assert.equal((await signInByProvider(foyer.browser())).location, '/two-factor-challenge')

  provider.tamper = null
  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
})

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
  const copies = Array.from({ length: 8 }, () => copyOfBrowser(foyer, laptop.cookies))

  const responses = await Promise.all(copies.map((browser) => browser.open(answer)))
  const replayed = await copyOfBrowser(foyer, laptop.cookies).open(answer)

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
  const ofAnotherVersion = foyer.app.keys.encrypt('provider-attempt', '{"provider":"example"}', '')
  for (const cookie of [Buffer.alloc(90, 1).toString('base64url'), ofAnotherVersion]) {
    laptop.cookies.set('foyer-provider', cookie)
    assert.equal((await laptop.open(answer)).location, '/login')
  }

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

test('starts are limited by network, before the provider hears of them (OID-19)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  await provider.close()
  const laptop = foyer.browser()
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  const start = async () => (await laptop.request('/sign-in/example', { headers })).status

  const statuses = await Promise.all(Array.from({ length: 62 }, start))

  assert.deepEqual(
    statuses.filter((status) => status !== 303 && status !== 302),
    [429, 429],
  )
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

test('text from the address of an answer is not logged (OID-43)', async () => {
  const client = createProviderClient({
    id: 'github',
    label: 'GitHub',
    protocol: 'github',
    issuer: new URL('https://github.example'),
    clientId: 'foyer',
    clientSecret: 'secret',
    scope: 'read:user',
    responseMode: 'query',
    secondFactors: [],
    domains: [],
    confirms: false,
    backchannelLogout: false,
    dailyCheck: false,
    offlineAccess: { parameters: {} },
  })
  const codeFor = (error: string) => {
    const answer = new URL(`http://localhost/sign-in/github/callback?state=1&error=${error}`)
    const attempt = newProviderAttempt({ now: 0, realNow: 0 }, 'github', {
      purpose: 'sign-in',
      sessionId: null,
    })
    return client.identity(answer, { ...attempt, state: '1' }, 0).catch(({ message }) => message)
  }

  assert.equal(await codeFor('server_error'), 'server_error')
  assert.equal(await codeFor('a%0Aforged%20line'), 'unknown')
  assert.equal(await codeFor('x'.repeat(5000)), 'unknown')
})

test('a response without an end fills no memory and signs nobody in (OID-42)', async (t) => {
  let sent = 0
  function* withoutEnd() {
    for (const chunk = Buffer.alloc(100_000, ' '); sent < 1e9; sent += chunk.length) yield chunk
  }
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    Readable.from(withoutEnd()).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const foyer = await createTestApp(t, providerSettings({ issuer: `http://127.0.0.1:${port}` }))

  const start = await foyer.browser().request('/sign-in/example', { headers: ownLink })

  assert.equal(start.location, '/login')
  assert.ok(sent < 20_000_000, `${sent} bytes`)
})

test('keys without an end fill no memory, and a logout token ends nothing (OID-42)', async (t) => {
  let sent = 0
  function* withoutEnd() {
    for (const chunk = Buffer.alloc(100_000, ' '); sent < 1e9; sent += chunk.length) yield chunk
  }
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    if (url === '/keys') return void Readable.from(withoutEnd()).pipe(response)
    const token_endpoint = `${issuer}/token`
    const authorization_endpoint = `${issuer}/authorize`
    const jwks_uri = `${issuer}/keys`
    response.end(JSON.stringify({ issuer, token_endpoint, authorization_endpoint, jwks_uri }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const issuer = `http://127.0.0.1:${port}`
  const settings = { PROVIDER_EXAMPLE_BACKCHANNEL_LOGOUT: '1' }
  const foyer = await createTestApp(t, { ...providerSettings({ issuer }), ...settings })
  const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: '1' })).toString('base64url')
  const form = { logout_token: `${header}.e30.c2ln` }

  const answer = await foyer.browser().submit('/sign-in/example/logout', form, {
    'sec-fetch-site': 'cross-site',
  })

  assert.equal(answer.status, 400)
  assert.ok(sent > 0 && sent < 20_000_000, `${sent} bytes`)
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

function copyOfBrowser(foyer: TestApp, cookies: ReadonlyMap<string, string>) {
  const browser = foyer.browser()
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}
