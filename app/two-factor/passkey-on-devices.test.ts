import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  adaAtHome,
  codeMails,
  enterCode,
  enterPassword,
  mailedCode,
} from '#testing/device-codes.ts'
import { enterCode as enterSignInCode, requestSignInCode } from '#testing/mailed-codes.ts'
import {
  adaAtKeyChallenge,
  addPasskey,
  addSecurityKey,
  answerChallenge,
  enableWithPasskey,
  fetchPasskeyOptions,
  signInWithPasskey,
  submitChallengeAnswer,
} from '#testing/passkey-flows.ts'
import { appWithProvider, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada

async function trust(browser: TestBrowser, key: VirtualAuthenticator): Promise<void> {
  const options = await fetchPasskeyOptions(browser, 'challenge')
  const credential = key.get(options, { userVerified: false })
  assert.equal((await submitChallengeAnswer(browser, credential, true)).status, 204)
}

/** The path after a correct password. */
const signIn = async (browser: TestBrowser) =>
  (await browser.visit('login.store', { email, password })).location

async function lastMethod(foyer: TestApp): Promise<unknown> {
  return (await foyer.events('session.started')).at(-1)?.data['method']
}

async function adaWithTrustedPhone(t: TestContext) {
  const start = await adaAtKeyChallenge(t)
  await trust(start.phone, start.key)
  await start.phone.visit('logout')
  return start
}

test('a device is trusted after a passkey or security key, and skips it (SKY-18, DEV-01)', async (t) => {
  const { foyer, phone, key } = await adaAtKeyChallenge(t)
  const { props } = (await phone.visit('two-factor.login')).page

  await trust(phone, key)

  assert.equal(props['trustDays'], 30)
  await phone.visit('logout')
  assert.equal(await signIn(phone), '/dashboard')
  assert.equal(await lastMethod(foyer), 'trusted-device')
  assert.equal(await signIn(foyer.browser()), '/two-factor-challenge')
})

test('a key that was touched without the checkbox leaves no trust (SKY-18, DEV-01)', async (t) => {
  const { phone, key } = await adaAtKeyChallenge(t)

  await answerChallenge(phone, key)

  await phone.visit('logout')
  assert.equal(await signIn(phone), '/two-factor-challenge')
})

test('a rejected key gives no trust (SKY-18, DEV-01)', async (t) => {
  const { foyer, phone } = await adaAtKeyChallenge(t)
  const stranger = new VirtualAuthenticator()
  const options = await fetchPasskeyOptions(phone, 'challenge')
  stranger.create(await fetchPasskeyOptions(await memberElsewhere(foyer), 'security-key'))

  const answer = await submitChallengeAnswer(phone, stranger.get(options), true)

  assert.equal(answer.status, 422)
  assert.deepEqual(await foyer.db.selectFrom('trusted_devices').select('id').execute(), [])
})

async function memberElsewhere(foyer: TestApp): Promise<TestBrowser> {
  const browser = foyer.browser()
  await registerAccount(foyer, browser, { ...ada, email: 'grace@example.com' })
  await confirmPassword(browser)
  return browser
}

test('a trusted device also skips a passkey that is required and not turned on (SKY-18)', async (t) => {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  const key = new VirtualAuthenticator()
  await addSecurityKey(laptop, key)
  const phone = foyer.browser()
  assert.equal(await signIn(phone), '/two-factor-challenge')

  await trust(phone, key)

  await phone.visit('logout')
  assert.equal(await signIn(phone), '/dashboard')
})

test('adding and removing a security key ends the trust, preferring a factor does not (SKY-18, DEV-08)', async (t) => {
  const { foyer, laptop, phone, key } = await adaWithTrustedPhone(t)
  const prefer = { method: 'PUT', body: { factor: 'passkey' } } as const
  assert.equal((await laptop.json('/user/preferred-second-factor', prefer)).status, 200)
  assert.equal(await signIn(phone), '/dashboard')
  await phone.visit('logout')

  const { id }: { id: string } = (
    await addSecurityKey(laptop, new VirtualAuthenticator())
  ).raw.json()

  assert.equal(await signIn(phone), '/two-factor-challenge')
  await trust(phone, key)
  await phone.visit('logout')
  foyer.clock.advance(minutes)
  await laptop.json(`/user/passkeys/${id}`, { method: 'DELETE' })
  assert.equal(await signIn(phone), '/two-factor-challenge')
})

test('after a mailed code the key is asked for, and both are recorded (SKY-02, COD-08)', async (t) => {
  const { foyer, key } = await adaAtKeyChallenge(t)
  const tablet = foyer.browser()

  const entered = await enterSignInCode(tablet, await requestSignInCode(foyer, tablet))

  assert.equal(entered.location, '/two-factor-challenge')
  assert.equal((await tablet.visit('dashboard')).location, '/login')
  assert.equal((await answerChallenge(tablet, key)).status, 204)
  assert.equal(await lastMethod(foyer), 'email-code-two-factor')
})

test('a required passkey is asked for after a mailed code (SKY-01, COD-08)', async (t) => {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  const passkey = new VirtualAuthenticator()
  await addPasskey(laptop, passkey)
  const phone = foyer.browser()

  const entered = await enterSignInCode(phone, await requestSignInCode(foyer, phone))

  assert.equal(entered.location, '/two-factor-challenge')
  assert.equal((await answerChallenge(phone, passkey)).status, 204)
})

test('on a new device a passkey replaces the mailed code once two-factor is on (SKY-19, DEV-11)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await confirmPassword(laptop)
  const passkey = new VirtualAuthenticator()
  await addPasskey(laptop, passkey)
  const before = await enterPassword(foyer)

  await enableWithPasskey(laptop)

  // The sign-in that waited for a code has ended.
  assert.equal((await enterCode(before, await mailedCode(foyer))).location, '/login')
  const mails = await codeMails(foyer)
  const phone = foyer.browser()
  assert.equal(await signIn(phone), '/two-factor-challenge')
  assert.equal((await answerChallenge(phone, passkey)).status, 204)
  assert.deepEqual(await codeMails(foyer), mails)
})

test('a passkey cannot complete a new-device challenge, but signs in by itself (SKY-19)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await confirmPassword(laptop)
  const passkey = new VirtualAuthenticator()
  await addPasskey(laptop, passkey)
  const phone = await enterPassword(foyer)

  const options = await phone.json('/two-factor-challenge/passkey-options')
  const signedIn = await signInWithPasskey(phone, passkey)

  assert.equal(options.status, 401)
  assert.equal(signedIn.status, 200)
})

test('adding a required passkey ends a pending new-device challenge (SKY-19)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t, { REQUIRE_TWO_FACTOR: '1' })
  await confirmPassword(laptop)
  const phone = await enterPassword(foyer)
  await addPasskey(laptop, new VirtualAuthenticator())

  const entered = await enterCode(phone, await mailedCode(foyer))

  assert.equal(entered.location, '/login')
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('a report leaves a linked account that is the only way in beside a security key (SKY-13)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await addSecurityKey(laptop, new VirtualAuthenticator())
  const phone = foyer.browser()
  await signIn(phone)
  await signInByProvider(phone, linkPath)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  const [linked] = await foyer.events('linked-account.added')

  const path = `/time-travel/${linked?.seq}/not-me`
  const report = await laptop.json(path, { method: 'POST', body: {} })

  assert.equal(report.status, 200)
  assert.equal((await foyer.db.selectFrom('linked_accounts').select('id').execute()).length, 1)
})
