import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { addAccount, grace, registerInOwnBrowser } from '#testing/accounts-in-one-browser.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  leaveForProvider,
  linkPath,
  ownLink,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const confirmPath = '/user/confirm-password/example'
const confirmPage = '/user/confirm-password'

/** Ada, whose only way in is the provider, and who has ended her confirmation. */
async function adaByProvider(t: TestContext, settings: Record<string, string> = {}) {
  const { foyer, provider } = await appWithProvider(t, settings)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  await acceptTerms(laptop)
  await laptop.visit('password.confirmation.destroy')
  return { foyer, provider, laptop }
}

async function acceptTerms(browser: TestBrowser) {
  const { props } = (await browser.followRedirects('/dashboard')).page
  await browser.visit('terms.accept.store', { terms: 'on', terms_version: props['termsVersion'] })
}

const isConfirmed = async (browser: TestBrowser) =>
  (await browser.json('/user/confirmed-password-status?level=sensitive')).raw.json().confirmed

const sessions = ({ db }: TestApp) =>
  db.selectFrom('sessions').select(['id', 'token_hash']).execute()

test('an account whose only way in is a provider confirms by signing in there again (OID-24)', async (t) => {
  const { foyer, laptop } = await adaByProvider(t)
  assert.equal(await isConfirmed(laptop), false)
  const { props } = (await laptop.visitPath(confirmPage)).page
  assert.deepEqual(props['methods'], ['provider'])
  assert.partialDeepStrictEqual(props['providers'], [{ label: 'Example' }])
  assert.match(
    (await laptop.open(confirmPage)).text,
    /<a [^>]*href="\/user\/confirm-password\/example\?_account=[\w-]+"/,
  )
  const [before] = await sessions(foyer)

  const start = await leaveForProvider(laptop, confirmPath)
  assert.equal(start.searchParams.get('prompt'), 'login')
  assert.equal(start.searchParams.get('max_age'), '0')
  assert.equal((await laptop.open(await signInThere(start))).location, '/dashboard')

  assert.equal(await isConfirmed(laptop), true)
  const [after, ...others] = await sessions(foyer)
  assert.equal(after?.id, before?.id)
  assert.notEqual(after?.token_hash, before?.token_hash)
  assert.deepEqual(others, [])
  const [event] = await foyer.events('session.confirmed')
  assert.equal(event?.data['method'], 'provider')
})

test('the confirmation leads back to the page that asked for it (OID-24)', async (t) => {
  const { laptop } = await adaByProvider(t)
  const asked = await laptop.request(linkPath, { headers: ownLink })
  assert.equal(asked.location, confirmPage)
  assert.equal((await signInByProvider(laptop, confirmPath)).location, linkPath)
})

test('the link on the page of one account confirms no other (OID-24, SWI-10)', async (t) => {
  const { foyer, laptop } = await adaByProvider(t)
  const { text } = await laptop.open(confirmPage)
  const [, link = ''] = /<a [^>]*href="(\/user\/confirm-password\/example[^"]*)"/.exec(text) ?? []
  await registerInOwnBrowser(foyer, grace)
  await addAccount(laptop, grace)

  const answer = await laptop.request(link, { headers: ownLink })

  assert.equal(answer.location, '/accounts?switched=1')
  assert.equal(laptop.cookies.has('foyer-provider'), false)
})

for (const [what, authTime] of [
  ['an old sign-in there', () => Math.floor(Date.now() / 1000) - 60],
  ['a sign-in there in the future', () => Math.floor(Date.now() / 1000) + 3600],
  ['no time of the sign-in there', () => undefined],
] as const) {
  test(`a confirmation at a provider fails: ${what} (OID-24)`, async (t) => {
    const { laptop, provider } = await adaByProvider(t)
    provider.tamper = ({ claims }) => ({ claims: { ...claims, auth_time: authTime() } })

    assert.equal((await signInByProvider(laptop, confirmPath)).location, confirmPage)

    assert.match(await bannerOn(laptop, confirmPage), /didn't ask you to sign in again/)
    assert.equal(await isConfirmed(laptop), false)
  })
}

test('a sign-in address without prompt and max_age confirms nothing (OID-24)', async (t) => {
  const { laptop } = await adaByProvider(t)
  const start = await leaveForProvider(laptop, confirmPath)
  start.searchParams.delete('prompt')
  start.searchParams.delete('max_age')

  await laptop.open(await signInThere(start))

  assert.equal(await isConfirmed(laptop), false)
})

test('another account there confirms nothing, and is not linked (OID-24)', async (t) => {
  const { foyer, laptop, provider } = await adaByProvider(t)
  provider.people = [{ ...adaThere, sub: 'eve' }]

  await signInByProvider(laptop, confirmPath)

  assert.match(await bannerOn(laptop, confirmPage), /isn't linked to yours/)
  assert.equal(await isConfirmed(laptop), false)
  assert.equal((await foyer.db.selectFrom('linked_accounts').select('id').execute()).length, 1)
})

test("a provider's answer does only what it was started for: it neither confirms, links nor signs in instead (OID-24)", async (t) => {
  const { foyer, provider, laptop } = await adaByProvider(t)
  const [start, guest] = [await leaveForProvider(laptop, confirmPath), foyer.browser()]
  const cookie = laptop.cookies.get('foyer-provider') ?? ''
  const answer = await signInThere(start)
  // The answer of a confirmation, with its cookie, in a browser that is not signed in.
  guest.cookies.set('foyer-provider', cookie)
  assert.equal((await guest.open(answer)).location, '/login')
  assert.equal((await guest.visit('dashboard')).location, '/login')

  // The answer of a sign-in, with its cookie, in a session.
  const signIn = await signInThere(await leaveForProvider(guest))
  laptop.cookies.set('foyer-provider', guest.cookies.get('foyer-provider') ?? '')
  await laptop.open(signIn)
  assert.equal(await isConfirmed(laptop), false)

  // The answer of a confirmation, by an account there that is not linked, links nothing.
  await foyer.db.deleteFrom('linked_accounts').execute()
  provider.people = [{ ...adaThere, sub: 'second' }]
  await signInByProvider(laptop, confirmPath)
  assert.deepEqual(await foyer.db.selectFrom('linked_accounts').select('id').execute(), [])
  assert.equal(await isConfirmed(laptop), false)
})

test("a confirmation counts in the session that asked, not in another of the same account's (OID-24)", async (t) => {
  const { foyer, laptop } = await adaByProvider(t)
  const phone = foyer.browser()
  await signInByProvider(phone)
  await phone.visit('password.confirmation.destroy')
  const answer = await signInThere(await leaveForProvider(laptop, confirmPath))
  phone.cookies.set('foyer-provider', laptop.cookies.get('foyer-provider') ?? '')

  await phone.open(answer)

  assert.equal(await isConfirmed(phone), false)
})

test('another site cannot start a confirmation (OID-24)', async (t) => {
  const { laptop } = await adaByProvider(t)
  const headers = { 'sec-fetch-site': 'cross-site', accept: 'text/html' }

  assert.equal((await laptop.request(confirmPath, { headers })).location, confirmPage)

  assert.equal(laptop.cookies.has('foyer-provider'), false)
})

test('a provider that cannot ask again is not offered (OID-24)', async (t) => {
  const { laptop } = await adaByProvider(t, { PROVIDER_EXAMPLE_CONFIRMS: '0' })

  assert.deepEqual((await laptop.visitPath(confirmPage)).page.props['methods'], [])

  const headers = { 'sec-fetch-site': 'same-origin' }
  assert.equal((await laptop.request(confirmPath, { headers })).status, 404)
})

test('beside a password a provider is one more way to confirm, and only where it is linked (OID-24)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  const methods = async () => (await laptop.visitPath(confirmPage)).page.props['methods']
  assert.deepEqual(await methods(), ['password'])

  await signInByProvider(laptop, linkPath)

  assert.deepEqual(await methods(), ['password', 'provider'])
})
