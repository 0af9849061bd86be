import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { type OpenIdProvider, startOpenIdProvider } from '#testing/openid-provider.ts'
import {
  adaThere,
  appWithProvider,
  leaveForProvider,
  linkPath,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { confirmPassword, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

const isOn = { PROVIDER_EXAMPLE_BACKCHANNEL_LOGOUT: '1' }

/** Ada is signed in with the provider on two devices, and with her password on a third. */
async function adaOnThreeDevices(t: TestContext, settings: Record<string, string> = isOn) {
  const { foyer, provider } = await appWithProvider(t, settings)
  const [desk, laptop, phone] = [foyer.browser(), foyer.browser(), foyer.browser()]
  await registerAccount(foyer, desk)
  await confirmPassword(desk)
  await signInByProvider(desk, linkPath)
  await signInByProvider(laptop)
  await signInByProvider(phone)
  const [first = '', second = ''] = await sidsOf(foyer)
  assert.notEqual(first, second)
  return { foyer, provider, desk, laptop, phone, sid: first }
}

async function sidsOf({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('provider_sid')
    .where('linked_account_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ provider_sid }) => provider_sid ?? '')
}

const sessionCount = async ({ db }: TestApp) =>
  (await db.selectFrom('sessions').select('id').execute()).length

/** Sends a logout token as the provider's server does: without cookies, from no page of ours. */
async function sendLogout(foyer: TestApp, token: string): Promise<number> {
  const answer = await foyer.browser().submit(
    '/sign-in/example/logout',
    { logout_token: token },
    {
      'sec-fetch-site': 'cross-site',
    },
  )
  if (answer.status === 200) assert.equal(answer.header('cache-control'), 'no-store')
  return answer.status
}

test('a logout at the provider ends the session that it started, and no other (OID-25)', async (t) => {
  const { foyer, provider, desk, laptop, phone, sid } = await adaOnThreeDevices(t)

  const token = await provider.logOut(adaThere.sub, sid)
  assert.equal(await sendLogout(foyer, token), 200)

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
  assert.equal((await desk.visit('dashboard')).status, 200)
  const [ended] = await foyer.events('session.ended')
  assert.partialDeepStrictEqual(ended?.data, { by: 'system', why: 'provider-logout' })
})

test('a logout token without a session ends all sessions that the account there started (OID-25)', async (t) => {
  const { foyer, provider, desk, sid } = await adaOnThreeDevices(t)
  const token = await provider.forge(await provider.logOut(adaThere.sub, sid), ({ claims }) => ({
    claims: { ...claims, sid: undefined },
  }))

  assert.equal(await sendLogout(foyer, token), 200)

  assert.equal(await sessionCount(foyer), 1)
  assert.equal((await desk.visit('dashboard')).status, 200)
})

test('a logout token without an account ends the session that it names (OID-25)', async (t) => {
  const { foyer, provider, sid } = await adaOnThreeDevices(t)
  const token = await provider.forge(await provider.logOut(adaThere.sub, sid), ({ claims }) => ({
    claims: { ...claims, sub: undefined },
  }))

  assert.equal(await sendLogout(foyer, token), 200)

  assert.equal(await sessionCount(foyer), 2)
})

const now = () => Math.floor(Date.now() / 1000)

const badTokens: Record<string, NonNullable<OpenIdProvider['tamper']>> = {
  'alg none': ({ header }) => ({ header: { ...header, alg: 'none' }, signature: '' }),
  'a symmetric algorithm': ({ header }) => ({ header: { ...header, alg: 'HS256' } }),
  'a wrong signature': () => ({ signature: Buffer.alloc(64, 1).toString('base64url') }),
  'another issuer': ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.example' } }),
  'another audience': ({ claims }) => ({ claims: { ...claims, aud: 'another client' } }),
  'no audience': ({ claims }) => ({ claims: { ...claims, aud: undefined } }),
  'no time of issue': ({ claims }) => ({ claims: { ...claims, iat: undefined } }),
  'an old time of issue': ({ claims }) => ({
    claims: { ...claims, iat: now() - 600, exp: now() + 600 },
  }),
  'a time of issue in the future': ({ claims }) => ({
    claims: { ...claims, iat: now() + 600, exp: now() + 1200 },
  }),
  'an expiry in the past': ({ claims }) => ({ claims: { ...claims, exp: now() - 60 } }),
  'no event': ({ claims }) => ({ claims: { ...claims, events: undefined } }),
  'another event': ({ claims }) => ({
    claims: { ...claims, events: { 'http://schemas.openid.net/event/other': {} } },
  }),
  'a nonce, as ID tokens have': ({ claims }) => ({ claims: { ...claims, nonce: 'x' } }),
  'a null nonce': ({ claims }) => ({ claims: { ...claims, nonce: null } }),
  'a session that no database stores': ({ claims }) => ({ claims: { ...claims, sid: 'a\u0000' } }),
  'an account with too long a name': ({ claims }) => ({
    claims: { ...claims, sub: 'x'.repeat(400) },
  }),
  'no identifier': ({ claims }) => ({ claims: { ...claims, jti: undefined } }),
  'neither account nor session': ({ claims }) => ({
    claims: { ...claims, sub: undefined, sid: undefined },
  }),
  'another type': ({ header }) => ({ header: { ...header, typ: 'at+jwt' } }),
}

test('a forged, outdated or malformed logout token ends nothing (OID-26)', async (t) => {
  const { foyer, provider, sid } = await adaOnThreeDevices(t)
  const genuine = await provider.logOut(adaThere.sub, sid)
  for (const [what, tamper] of Object.entries(badTokens)) {
    const token = await provider.forge(genuine, tamper)
    assert.equal(await sendLogout(foyer, token), 400, what)
  }
  assert.equal(await sendLogout(foyer, 'rubbish'), 400)
  assert.equal(await sessionCount(foyer), 3)

  assert.equal(await sendLogout(foyer, genuine), 200)
})

test('an ID token is no logout token (OID-26)', async (t) => {
  const { foyer, provider } = await adaOnThreeDevices(t)
  let idToken = ''
  provider.tamper = async ({ header, claims }) => {
    idToken = await provider.forge('e30.e30', () => ({ header, claims }))
    return {}
  }
  await signInByProvider(foyer.browser())

  assert.equal(await sendLogout(foyer, idToken), 400)
})

test('a logout token works once, also for concurrent requests (OID-26)', async (t) => {
  const { foyer, provider, sid } = await adaOnThreeDevices(t)
  const token = await provider.logOut(adaThere.sub, sid)

  const statuses = await Promise.all(Array.from({ length: 8 }, () => sendLogout(foyer, token)))
  assert.deepEqual(statuses.toSorted(), [200, ...Array<number>(7).fill(400)])

  // The attack: the recorded token, after the owner has signed in again.
  await foyer.db.updateTable('sessions').set({ provider_sid: sid }).execute()
  assert.equal(await sendLogout(foyer, token), 400)
  assert.equal(await sessionCount(foyer), 2)
})

test("another provider's token ends nothing, nor does one of an account that is not linked (OID-26)", async (t) => {
  const { foyer, provider, sid } = await adaOnThreeDevices(t)
  const evil = await startOpenIdProvider({ redirectUris: null, people: [adaThere] })
  t.after(() => evil.close())

  assert.equal(await sendLogout(foyer, await evil.logOut(adaThere.sub, sid)), 400)
  assert.equal(await sendLogout(foyer, await provider.logOut('somebody else', 'another')), 200)

  assert.equal(await sessionCount(foyer), 3)
})

test('a logout also ends a sign-in that waits for the second factor, and codes end with the provider (OID-25)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, isOn)
  const desk = foyer.browser()
  await registerAccount(foyer, desk)
  const { authenticator } = await enableTwoFactor(desk)
  await signInByProvider(desk, linkPath)
  foyer.clock.advance(minutes)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await signInByProvider(laptop)
  await laptop.visit('two-factor.login.store', { code: authenticator.nextCode() })
  await laptop.visit('dashboard')
  foyer.clock.advance(minutes)
  await signInByProvider(phone)
  const [sid = ''] = await sidsOf(foyer)
  // The provider's clock.
  foyer.clock.set(Date.now())

  assert.equal(await sendLogout(foyer, await provider.logOut(adaThere.sub, sid)), 200)

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  foyer.clock.advance(3 * minutes)
  const done = await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  assert.equal(done.location, '/login')
})

test('without the setting the address for logout tokens does not exist (OID-25)', async (t) => {
  const { foyer, provider, sid } = await adaOnThreeDevices(t, {})

  assert.equal(await sendLogout(foyer, await provider.logOut(adaThere.sub, sid)), 404)

  assert.equal(await sessionCount(foyer), 3)
})

test('"Keep me signed in" travels with the sign-in at the provider', async (t) => {
  const { foyer } = await appWithProvider(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  const start = await leaveForProvider(laptop, '/sign-in/example?remember=1')

  const done = await laptop.open(await signInThere(start))
  const plain = await signInByProvider(phone)

  const rows = await foyer.db.selectFrom('sessions').select('remembered').orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ remembered }) => remembered),
    [1, 0],
  )
  assert.match(String(done.raw.headers['set-cookie']), /foyer=[^;]+; Max-Age=\d{7}/)
  assert.doesNotMatch(String(plain.raw.headers['set-cookie']), /foyer=[^;]+; Max-Age/)
})
