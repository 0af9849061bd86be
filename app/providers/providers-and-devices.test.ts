import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { codeInMail, enterCode, requestSignInCode } from '#testing/mailed-codes.ts'
import {
  adaThere,
  appWithProvider,
  linkPath,
  signInByProvider,
  bannerOn,
} from '#testing/provider-flows.ts'
import {
  ada,
  AuthenticatorApp,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

/** Ada's account with a password, linked to the provider. */
async function adaLinked(t: TestContext, settings: Record<string, string> = {}) {
  const { foyer, provider } = await appWithProvider(t, settings)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)
  return { foyer, provider, laptop }
}

const newestSession = ({ db }: TestApp) =>
  db
    .selectFrom('sessions')
    .select(['method', 'linked_account_id', 'provider_sid'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('a provider opens the account on a new device without a mailed code (DEV-11)', async (t) => {
  const { foyer } = await adaLinked(t, { NEW_DEVICE_CODE: '1' })
  const mails = await codeInMail(foyer)
  const phone = foyer.browser()

  assert.equal((await signInByProvider(phone)).location, '/dashboard')

  assert.equal(await codeInMail(foyer), mails)
  const other = foyer.browser()
  const { location } = await other.visit('login.store', ada)
  assert.equal(location, '/new-device')
})

test('on a trusted device the session still belongs to the provider, whose logout ends it (OID-25, DEV-01)', async (t) => {
  const settings = { PROVIDER_EXAMPLE_BACKCHANNEL_LOGOUT: '1' }
  const { foyer, provider, laptop } = await adaLinked(t, settings)
  await confirmPassword(laptop)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(60_000)
  const phone = foyer.browser()
  assert.equal((await signInByProvider(phone)).location, '/two-factor-challenge')
  const form = { code: authenticator.nextCode(), trust_device: true }
  await phone.visit('two-factor.login.store', form)
  await phone.visit('logout')
  assert.equal((await signInByProvider(phone)).location, '/dashboard')
  const { method, provider_sid: sid, linked_account_id } = await newestSession(foyer)
  assert.equal(method, 'provider-trusted-device')
  assert.notEqual(linked_account_id, null)

  const logout_token = await provider.logOut(adaThere.sub, sid ?? '')
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await foyer.browser().submit('/sign-in/example/logout', { logout_token }, headers)

  assert.equal(answer.status, 200)
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('a reset of an unverified account unlinks every account, ticked or not, and its mail says so (OID-18)', async (t) => {
  const { foyer } = await adaLinked(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const owner = foyer.browser()
  await owner.visit('password.email', { email: ada.email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  const password = 'lanterns over the harbour'

  await owner.visit('password.update', { token, email: ada.email, password })

  assert.match(await bannerOn(owner), /password was changed/)
  assert.deepEqual(await foyer.db.selectFrom('linked_accounts').select('id').execute(), [])
  const [notice] = await foyer.mails()
  assert.match(notice?.text ?? '', /Accounts unlinked: Example\./)
})

const isConfirmed = async (browser: TestBrowser) =>
  (await browser.json('/user/confirmed-password-status?level=sensitive')).raw.json().confirmed

/** An account that a provider created, in the browser that signed up. */
async function createdByProvider(t: TestContext, settings: Record<string, string>) {
  const { foyer } = await appWithProvider(t, settings)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  const { props } = (await laptop.followRedirects('/dashboard')).page
  await laptop.visit('terms.accept.store', { terms: 'on', terms_version: props['termsVersion'] })
  return { foyer, laptop }
}

/** Signs in with a mailed code to an account that a provider created. */
async function signInByCode(t: TestContext, settings: Record<string, string>) {
  const { foyer } = await createdByProvider(t, settings)
  const phone = foyer.browser()
  const code = await requestSignInCode(foyer, phone)
  assert.equal((await enterCode(phone, code)).location, '/dashboard')
  return phone
}

test('a mailed code confirms no sensitive change while a provider can (COD-11)', async (t) => {
  assert.equal(await isConfirmed(await signInByCode(t, {})), false)
})

test('a mailed code confirms where the provider cannot, and nothing else is left (COD-11)', async (t) => {
  assert.equal(await isConfirmed(await signInByCode(t, { PROVIDER_EXAMPLE_CONFIRMS: '0' })), true)
})

test('a confirmation that another site starts is not remembered until the next sign-in (OID-24)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const guest = foyer.browser()
  const headers = { 'sec-fetch-site': 'cross-site', accept: 'text/html' }
  await guest.request('/user/confirm-password/example', { headers })

  const { location } = await signInByProvider(guest)

  assert.equal(location, '/dashboard')
})

test('beside the sign-in form are three ways, a mailed code among them; the others are behind "More"', async (t) => {
  const second = {
    PROVIDERS: 'example,second',
    PROVIDER_SECOND_LABEL: 'Second',
    PROVIDER_SECOND_CLIENT_ID: 'x',
    PROVIDER_SECOND_CLIENT_SECRET: 'x',
    PROVIDER_SECOND_ISSUER: 'https://second.example',
  }
  for (const [EMAIL_CODES, hidden] of [
    ['on', true],
    ['off', false],
  ] as const) {
    const { foyer } = await appWithProvider(t, { ...second, EMAIL_CODES })
    const first = (await foyer.browser().open('/login')).text
    assert.doesNotMatch(first, /<details>|formaction="\/login\/code"/i)
    const { text } = await foyer.browser().open('/login?step=password')
    const [before = '', more = ''] = text.split('<details>')
    assert.match(before, /href="\/sign-in\/example"/)
    assert.equal(/formaction="\/login\/code"/i.test(before), hidden)
    assert.equal(/href="\/sign-in\/second"/.test(more), hidden)
  }
})

test('on a trusted device a mailed code confirms no sensitive change either: the app can be asked (COD-11)', async (t) => {
  const { foyer, laptop } = await createdByProvider(t, { PROVIDER_EXAMPLE_CONFIRMS: '0' })
  await laptop.visit('two-factor.enable')
  const { secretKey } = (await laptop.json('/user/two-factor-secret-key')).raw.json()
  const app = new AuthenticatorApp(secretKey, laptop)
  await laptop.visit('two-factor.confirm', { code: app.nextCode() })
  const phone = foyer.browser()
  await enterCode(phone, await requestSignInCode(foyer, phone))
  await phone.visit('two-factor.login.store', { code: app.nextCode(), trust_device: true })
  await phone.visit('logout')

  const answer = await enterCode(phone, await requestSignInCode(foyer, phone))

  assert.equal(answer.location, '/dashboard')
  assert.equal((await newestSession(foyer)).method, 'email-code-trusted-device')
  assert.equal(await isConfirmed(phone), false)
})
