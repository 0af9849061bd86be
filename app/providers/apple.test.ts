import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test, type TestContext } from 'node:test'

import {
  providerClient,
  type ProviderPerson,
  startOpenIdProvider,
} from '#testing/openid-provider.ts'
import {
  appWithProvider,
  bannerOn,
  hiddenFields,
  leaveForProvider,
  signInThere,
  signInThereByForm,
} from '#testing/provider-flows.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

/** Apple's claims for a user who hides the address: no name, and booleans as text. */
const relayed: ProviderPerson = {
  sub: '001.ada',
  email: 'x7y8z9@privaterelay.appleid.com',
  email_verified: 'true',
}

async function appWithApple(t: TestContext) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const redirectUris = ['http://localhost:3000/sign-in/apple/callback']
  const options = { redirectUris, people: [relayed], secretKey: publicKey }
  const provider = await startOpenIdProvider(options)
  t.after(() => provider.close())
  const foyer = await createTestApp(t, {
    PROVIDERS: 'apple',
    PROVIDER_APPLE_ISSUER: provider.issuer,
    PROVIDER_APPLE_CLIENT_ID: providerClient.id,
    PROVIDER_APPLE_TEAM_ID: 'TEAM123',
    PROVIDER_APPLE_KEY_ID: 'KEY123',
    PROVIDER_APPLE_PRIVATE_KEY: String(
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ).replaceAll('\n', '\\n'),
  })
  return { foyer, provider }
}

const crossSite = {
  accept: 'text/html',
  origin: 'https://appleid.apple.com',
  'sec-fetch-site': 'cross-site',
}

type Fields = Record<string, string>

/** The browser sends the provider's form to us: from another site, so without cookies. */
async function arrive(browser: TestBrowser, fields: Fields) {
  const cookies = new Map(browser.cookies)
  browser.cookies.clear()
  const page = await browser.submit('/sign-in/apple/callback', fields, crossSite)
  const setCookies = page.raw.headers['set-cookie']
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return { page, setCookies }
}

async function signIn(browser: TestBrowser, more: Fields = {}) {
  const { fields } = await signInThereByForm(await leaveForProvider(browser, '/sign-in/apple'))
  const { page } = await arrive(browser, { ...fields, ...more })
  return browser.submit('/sign-in/apple/answer', hiddenFields(page.text))
}

test('Apple answers by a form, which our own page sends on, by a button without script (OID-21)', async (t) => {
  const { foyer } = await appWithApple(t)
  const laptop = foyer.browser()
  const start = await leaveForProvider(laptop, '/sign-in/apple')
  assert.equal(start.searchParams.get('response_mode'), 'form_post')
  assert.equal(start.searchParams.get('scope'), 'openid email name')
  const { path, fields } = await signInThereByForm(start)
  assert.equal(path, '/sign-in/apple/callback')

  const { page, setCookies } = await arrive(laptop, fields)

  assert.equal(page.status, 200)
  assert.equal(setCookies, undefined)
  assert.equal(page.header('cache-control'), 'no-store')
  assert.match(page.text, /<form method="post" action="\/sign-in\/apple\/answer">/)
  assert.match(page.text, /<button>Continue with Apple<\/button>/)
  const nonce = /script-src 'nonce-([^']+)'/.exec(page.header('content-security-policy') ?? '')?.[1]
  assert.ok(page.text.includes(`<script nonce="${nonce}">`))
  const done = await laptop.submit('/sign-in/apple/answer', hiddenFields(page.text))
  assert.equal(done.location, '/dashboard')
})

test('the page that sends an answer on escapes what the other site sent (OID-21)', async (t) => {
  const { foyer } = await appWithApple(t)
  const hostile = '"><script>alert(1)</script>'

  const { page } = await arrive(foyer.browser(), { state: hostile, [hostile]: 'x' })

  assert.ok(!page.text.includes('<script>alert'))
  assert.deepEqual(hiddenFields(page.text)['state'], hostile)
})

test("another site's form signs nobody in: form_post CSRF (OID-21)", async (t) => {
  const { foyer } = await appWithApple(t)
  const [thief, victim] = [foyer.browser(), foyer.browser()]
  const start = await leaveForProvider(thief, '/sign-in/apple')
  const { fields } = await signInThereByForm(start)
  await leaveForProvider(victim, '/sign-in/apple')

  // The thief's answer, by way of our own page.
  const { page } = await arrive(victim, fields)
  const answer = await victim.submit('/sign-in/apple/answer', hiddenFields(page.text))
  // And straight to where that page leads, as another site would.
  const direct = await thief.submit('/sign-in/apple/answer', fields, crossSite)

  assert.equal(answer.location, '/login')
  assert.match(await bannerOn(victim), /started in another browser/)
  assert.equal(direct.status, 403)
  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})

test('an answer works once and in its own way only: neither in the address, nor for others by a form (OID-21)', async (t) => {
  const { foyer } = await appWithApple(t)
  const laptop = foyer.browser()
  const start = await leaveForProvider(laptop, '/sign-in/apple')
  const { fields } = await signInThereByForm(start)
  const inAddress = await laptop.open(`/sign-in/apple/callback?${new URLSearchParams(fields)}`)
  assert.equal(inAddress.location, '/login')
  const { foyer: other } = await appWithProvider(t)
  const query = await signInThere(await leaveForProvider(other.browser()))
  const asForm = Object.fromEntries(new URL(query, 'http://localhost').searchParams)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const byForm = await other.browser().submit('/sign-in/example/answer', asForm, headers)
  assert.equal(byForm.status, 404)

  const first = await laptop.submit('/sign-in/apple/answer', fields)
  await laptop.visit('logout')
  const second = await laptop.submit('/sign-in/apple/answer', fields)

  assert.deepEqual([first.location, second.location], ['/dashboard', '/login'])
})

test('the first sign-in takes the name of the form and the relay address of the token (OID-22)', async (t) => {
  const { foyer } = await appWithApple(t)
  const name = { firstName: 'Ada', lastName: 'Lovelace' }
  const user = JSON.stringify({ name, email: 'victim@example.com' })

  assert.equal((await signIn(foyer.browser(), { user })).location, '/dashboard')

  const [account, ...others] = await foyer.db.selectFrom('users').selectAll().execute()
  assert.deepEqual([account?.name, account?.email], ['Ada Lovelace', relayed.email])
  assert.notEqual(account?.email_verified_at, null)
  assert.deepEqual(others, [])
})

test('the name in the form is untrusted: rubbish is ignored, and nobody is renamed (OID-22)', async (t) => {
  const { foyer } = await appWithApple(t)
  const names = async () =>
    (await foyer.db.selectFrom('users').select('name').execute()).map((row) => row.name)

  await signIn(foyer.browser(), { user: '{"name":{"firstName":["x"]}' })
  assert.deepEqual(await names(), ['x7y8z9'])
  const user = JSON.stringify({ name: { firstName: 'Eve' } })
  assert.equal((await signIn(foyer.browser(), { user })).location, '/dashboard')

  assert.deepEqual(await names(), ['x7y8z9'])
})

for (const [what, firstName] of [
  ['too long', 'x'.repeat(400)],
  ['with characters that no database stores', 'Ada\u0000'],
] as const) {
  test(`a name of Apple's form that is ${what} is neither stored nor an error of ours (OID-40)`, async (t) => {
    const { foyer } = await appWithApple(t)

    const done = await signIn(foyer.browser(), { user: JSON.stringify({ name: { firstName } }) })

    assert.equal(done.location, '/dashboard')
    const { name } = await foyer.db.selectFrom('users').select('name').executeTakeFirstOrThrow()
    assert.equal(name, 'x7y8z9')
  })
}

test('an unverified address of Apple creates no account (OID-22)', async (t) => {
  const { foyer, provider } = await appWithApple(t)
  provider.people = [{ ...relayed, email_verified: 'false' }]
  const laptop = foyer.browser()

  assert.equal((await signIn(laptop)).location, '/login')

  assert.match(await bannerOn(laptop), /hasn't confirmed your email address/)
})

test('each request to Apple has a client secret of its own, signed by our key (OID-22)', async (t) => {
  const { foyer } = await appWithApple(t)
  const secrets = recordSecrets(t)

  await signIn(foyer.browser())
  await signIn(foyer.browser())

  assert.equal(new Set(secrets).size, 2)
  const [, claims = ''] = secrets[0]?.split('.') ?? []
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  assert.equal(exp - iat, 300)
})

/** The secrets that leave this process. */
function recordSecrets(t: TestContext): string[] {
  const secrets: string[] = []
  const { fetch } = globalThis
  t.mock.method(globalThis, 'fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const secret = new URLSearchParams(String(init?.body)).get('client_secret')
    if (secret !== null) secrets.push(secret)
    return fetch(input, init)
  })
  return secrets
}

test('a person who cancels at Apple is told so', async (t) => {
  const { foyer, provider } = await appWithApple(t)
  const laptop = foyer.browser()
  const state = (await leaveForProvider(laptop, '/sign-in/apple')).searchParams.get('state') ?? ''

  await laptop.submit('/sign-in/apple/answer', {
    error: 'user_cancelled_authorize',
    state,
    iss: provider.issuer,
  })

  assert.match(await bannerOn(laptop), /You cancelled at Apple/)
})
