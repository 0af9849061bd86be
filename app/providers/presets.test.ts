import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  type OpenIdProvider,
  providerClient,
  startOpenIdProvider,
} from '#testing/openid-provider.ts'
import {
  adaThere,
  bannerOn,
  leaveForProvider,
  ownLink,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

/** An app with a preset, whose issuer is the independent provider. */
async function appWithPreset(t: TestContext, id: string, settings: Record<string, string> = {}) {
  const provider = await startOpenIdProvider({ redirectUris: null, people: [adaThere] })
  t.after(() => provider.close())
  const name = `PROVIDER_${id.toUpperCase()}`
  const foyer = await createTestApp(t, {
    PROVIDERS: id,
    [`${name}_ISSUER`]: provider.issuer,
    [`${name}_CLIENT_ID`]: providerClient.id,
    [`${name}_CLIENT_SECRET`]: providerClient.secret,
    ...settings,
  })
  return { foyer, provider }
}

test('Google signs in, asks for a refresh token in its own way, and is offered for no confirmation (OID-44)', async (t) => {
  const { foyer } = await appWithPreset(t, 'google', { PROVIDER_GOOGLE_DAILY_CHECK: '1' })
  const laptop = foyer.browser()

  const { searchParams } = await leaveForProvider(laptop, '/sign-in/google')
  const done = await signInByProvider(laptop, '/sign-in/google')
  const confirm = await laptop.request('/user/confirm-password/google', { headers: ownLink })

  assert.equal(done.location, '/dashboard')
  assert.equal(searchParams.get('scope'), 'openid email profile')
  assert.equal(searchParams.get('access_type'), 'offline')
  assert.equal(searchParams.get('prompt'), 'consent')
  assert.equal(confirm.status, 404)
})

test('GitLab signs in, gives a refresh token without a scope, and confirms (OID-44)', async (t) => {
  const { foyer } = await appWithPreset(t, 'gitlab', { PROVIDER_GITLAB_DAILY_CHECK: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)

  const start = await leaveForProvider(foyer.browser(), '/sign-in/gitlab')
  await signInByProvider(laptop, '/user/linked-accounts/gitlab/link')
  const confirm = await leaveForProvider(laptop, '/user/confirm-password/gitlab')
  const confirmed = await laptop.open(await signInThere(confirm))

  assert.equal(start.searchParams.get('scope'), 'openid email profile')
  assert.equal(start.searchParams.has('prompt'), false)
  assert.deepEqual(
    ['prompt', 'max_age'].map((name) => confirm.searchParams.get(name)),
    ['login', '0'],
  )
  assert.equal(confirmed.location, '/dashboard')
  const events = await foyer.events('session.confirmed')
  assert.equal(events.at(-1)?.data['method'], 'provider')
})

const entra = 'https://login.microsoftonline.com'
const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Requests to Microsoft reach the independent provider, whose metadata has a template as issuer, as that of `common` has. */
function answerAsMicrosoft(t: TestContext, provider: OpenIdProvider) {
  const { fetch } = globalThis
  t.after(() => void (globalThis.fetch = fetch))
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith(entra)) return fetch(input, init)
    const path = url.slice(entra.length).replace('/common/v2.0', '')
    const response = await fetch(provider.issuer + path, init)
    if (!path.startsWith('/.well-known/openid-configuration')) return response
    const text = (await response.text()).replaceAll(provider.issuer, entra)
    const { authorization_response_iss_parameter_supported: _, ...metadata } = JSON.parse(text)
    return Response.json({ ...metadata, issuer: `${entra}/{tenantid}/v2.0` })
  }
}

async function appWithMicrosoft(t: TestContext) {
  const { foyer, provider } = await appWithPreset(t, 'microsoft', {
    PROVIDER_MICROSOFT_ISSUER: `${entra}/common/v2.0`,
  })
  answerAsMicrosoft(t, provider)
  const signIn = async (claims: Record<string, unknown>) => {
    provider.tamper = (token) => ({ claims: { ...token.claims, ...claims } })
    const laptop = foyer.browser()
    const start = await leaveForProvider(laptop, '/sign-in/microsoft')
    const answer = await signInThere(new URL(start.pathname + start.search, provider.issuer))
    const iss = `iss=${encodeURIComponent(provider.issuer)}`
    assert.ok(answer.includes(iss))
    // Microsoft sends no `iss`.
    const done = await laptop.open(answer.replace(iss, ''))
    return done.location === '/login' ? bannerOn(laptop) : done.location
  }
  return { foyer, signIn }
}

const ofTenant = { iss: `${entra}/${tenant}/v2.0`, tid: tenant, email_verified: undefined }

test('Microsoft signs in people of any tenant, whose issuer is stored, with its own claim for verified addresses (OID-44)', async (t) => {
  const { foyer, signIn } = await appWithMicrosoft(t)

  const unverified = await signIn(ofTenant)
  const verified = await signIn({ ...ofTenant, xms_edov: '1' })

  assert.match(unverified ?? '', /Microsoft hasn't confirmed your email address/)
  assert.equal(verified, '/dashboard')
  const linked = await foyer.db.selectFrom('linked_accounts').select('issuer').execute()
  assert.deepEqual(linked, [{ issuer: ofTenant.iss }])
})

test('a token of Microsoft whose issuer is not that of its tenant signs nobody in (OID-44)', async (t) => {
  const { signIn } = await appWithMicrosoft(t)

  for (const iss of [`${entra}/another/v2.0`, 'https://evil.example', `${entra}/{tenantid}/v2.0`])
    assert.match((await signIn({ ...ofTenant, iss })) ?? '', /answer of Microsoft wasn't valid/)
})
