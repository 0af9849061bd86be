import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaAtHome, enterCode, enterPassword, mailedCode } from '#testing/device-codes.ts'
import {
  addPasskey,
  adaWithPasskey,
  fetchPasskeyOptions,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import { appWithProvider, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import {
  ada,
  adaAtTwoFactorChallenge,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada

async function signedIn(foyer: TestApp): Promise<TestBrowser> {
  const browser = foyer.browser()
  assert.equal((await browser.visit('login.store', { email, password })).location, '/dashboard')
  return browser
}

const isOffered = async (browser: TestBrowser) =>
  (await browser.visit('dashboard')).page.props['passkeyOffer']

const automaticOptions = async (browser: TestBrowser) =>
  browser.json('/user/passkeys/options?automatic=1')

async function addAutomatically(browser: TestBrowser, key: VirtualAuthenticator) {
  const { options } = (await automaticOptions(browser)).raw.json()
  // A password manager that asks nobody reports neither presence nor verification.
  const credential = key.create(options, { userPresent: false, userVerified: false })
  return browser.json('/user/passkeys', { method: 'POST', body: { credential, automatic: true } })
}

test('a passkey is offered right after a sign-in with a password, and not later (NPW-20)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const phone = await signedIn(foyer)

  const offered = [await isOffered(laptop), await isOffered(phone)]
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  offered.push(await isOffered(phone))

  assert.deepEqual(offered, [false, true, false])
})

test('a passkey is offered after a password and code too (NPW-20)', async (t) => {
  const { phone, authenticator } = await adaAtTwoFactorChallenge(t)
  await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })

  assert.equal(await isOffered(phone), true)
})

test('a passkey is offered after a password and the code for a new device (NPW-20)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  await enterCode(phone, await mailedCode(foyer))

  assert.equal(await isOffered(phone), true)
  const added = await addAutomatically(phone, new VirtualAuthenticator())
  assert.equal(added.status, 200)
})

test('a passkey is offered after a password and a recovery code, or on a trusted device (NPW-20)', async (t) => {
  const { foyer, phone, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const answer = { recovery_code: recoveryCodes[0], trust_device: true }
  await phone.visit('two-factor.login.store', answer)
  const afterRecoveryCode = await isOffered(phone)
  await phone.visit('logout')

  await phone.visit('login.store', { email, password })

  const started = await foyer.events('session.started')
  assert.equal(started.at(-1)?.data['method'], 'trusted-device')
  assert.deepEqual([afterRecoveryCode, await isOffered(phone)], [true, true])
})

test('no passkey is offered after a provider on a trusted device (NPW-20)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)
  const { recoveryCodes } = await enableTwoFactor(laptop)
  const phone = foyer.browser()
  await signInByProvider(phone)
  const answer = { recovery_code: recoveryCodes[0], trust_device: true }
  await phone.visit('two-factor.login.store', answer)
  await phone.visit('logout')

  await signInByProvider(phone)

  const started = await foyer.events('session.started')
  assert.equal(started.at(-1)?.data['method'], 'provider-trusted-device')
  assert.equal(await isOffered(phone), false)
})

test('an account with a passkey is not offered one (NPW-20)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await signInWithPasskey(phone, key)

  assert.deepEqual([await isOffered(phone), await isOffered(await signedIn(foyer))], [false, false])
})

test('declining the passkey offer applies to the account, for ninety days, and works without script (NPW-21)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = await signedIn(foyer)

  const answer = await phone.submit('/user/passkey-offer?_method=delete', {})

  assert.equal(answer.status, 303)
  assert.equal(await isOffered(phone), false)
  assert.equal(await isOffered(await signedIn(foyer)), false)
  foyer.clock.advance(90 * days - 1)
  assert.equal(await isOffered(await signedIn(foyer)), false)
  foyer.clock.advance(1)
  assert.equal(await isOffered(await signedIn(foyer)), true)
  await phone.visit('passkey-offer.destroy')
})

test('declining the passkey offer twice at once is stored once, and erased with the account (NPW-21)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = await signedIn(foyer)
  const rows = () => foyer.db.selectFrom('passkey_offers').select('declined_at').execute()

  await Promise.all([phone.visit('passkey-offer.destroy'), phone.visit('passkey-offer.destroy')])
  const stored = await rows()
  await phone.visit('current-user.destroy', { password, confirmation: email })
  foyer.clock.advance(31 * days)
  await foyer.jobs.runDue()

  assert.deepEqual(stored, [{ declined_at: foyer.clock.now() - 31 * days }])
  assert.deepEqual(await rows(), [])
})

test('the password manager creates a passkey without a prompt, and the owner is notified (NPW-22)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = await signedIn(foyer)
  const key = new VirtualAuthenticator({ synced: true, hasCounter: false })

  const answer = await addAutomatically(phone, key)

  assert.equal(answer.status, 200)
  assert.equal(await isOffered(phone), false)
  const [added] = await foyer.events('passkey.added')
  assert.equal(added?.data['isAutomatic'], true)
  const [mail] = await foyer.mails()
  assert.match(mail?.text ?? '', /your password manager created the passkey[\s\S]+This wasn't me/)
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('a passkey created without a prompt still signs in with user verification only (NPW-22)', async (t) => {
  const { foyer } = await signedInAda(t)
  const key = new VirtualAuthenticator()
  await addAutomatically(await signedIn(foyer), key)

  const answer = await signInWithPasskey(foyer.browser(), key, { userVerified: false })

  assert.equal(answer.status, 422)
})

test('creating a passkey without a prompt needs the fresh sign-in, and its own challenge (NPW-23)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = await signedIn(foyer)
  const key = new VirtualAuthenticator()
  const silent = { userPresent: false, userVerified: false }
  const asked = key.create(await fetchPasskeyOptions(phone, 'registration'), silent)
  const post = (body: object) => phone.json('/user/passkeys', { method: 'POST', body })

  const rejected = [
    await addPasskey(phone, key, silent),
    await post({ credential: asked, automatic: true }),
  ]
  const { options } = (await automaticOptions(phone)).raw.json()
  rejected.push(await post({ credential: key.create(options, silent) }))
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  const late = [await automaticOptions(phone), await post({ credential: {}, automatic: true })]

  assert.deepEqual(
    rejected.map((answer) => [answer.status, fieldError(answer)]),
    [
      [422, "Your passkey couldn't be checked. Try again."],
      [422, 'That took too long, or it was already used. Try again.'],
      [422, 'That took too long, or it was already used. Try again.'],
    ],
  )
  assert.deepEqual(
    late.map(({ status }) => status),
    [423, 423],
  )
})
