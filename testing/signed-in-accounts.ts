import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { Secret, TOTP } from 'otpauth'

import { recordRegistration, type Registration, repeatRegistration } from './repeat-registration.ts'
import { buildTestApp, type TestApp, createTestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const ada = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'a row of quiet engines',
}

/** Registers and verifies the address; leaves the browser signed in. */
export async function registerAccount(
  foyer: TestApp,
  browser: TestBrowser,
  person = ada,
): Promise<void> {
  const response = await browser.visit('register.store', { ...person, terms: true })
  assert.equal(response.location, '/email/verify')
  const link = await foyer.linkInMail()
  const confirmed = await browser.visitPath(link, { method: 'POST', body: {} })
  assert.equal(confirmed.location, '/dashboard')
}

/** Ada, registered in an app of her own, now: for a test of what the app counts or remembers, or of what compares clocks. */
export async function newlyRegisteredAda(
  t: TestContext,
): Promise<{ foyer: TestApp; laptop: TestBrowser }> {
  const foyer = await buildTestApp(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  return { foyer, laptop }
}

let registration: Promise<Registration> | undefined

/**
 * Ada, registered and signed in on her laptop. She registers once per process; every test starts with what that has left in
 * the database, the mailbox and the browser, and at the time when it was done.
 *
 * @param newApp  `buildTestApp` for a test that listens, or of what an app remembers
 */
export async function signedInAda(
  t: TestContext,
  newApp = createTestApp,
): Promise<{ foyer: TestApp; laptop: TestBrowser }> {
  registration ??= recordRegistration((foyer, laptop) => registerAccount(foyer, laptop))
  return repeatRegistration(t, await registration, newApp)
}

/** Ada, signed in on her laptop and her phone. */
export async function adaOnTwoDevices(t: TestContext, newApp = createTestApp) {
  const { foyer, laptop } = await signedInAda(t, newApp)
  const phone = foyer.browser()
  phone.userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
  const { email, password } = ada
  await phone.visit('login.store', { email, password })
  return { foyer, laptop, phone }
}

/** Confirms the password, as sensitive actions require. */
export async function confirmPassword(
  browser: TestBrowser,
  password = ada.password,
): Promise<void> {
  const response = await browser.visit('password.confirm.store', { password })
  assert.equal(response.status, 303)
  assert.notEqual(response.location, '/user/confirm-password')
}

/** An authenticator app that uses another TOTP implementation than ours. */
export class AuthenticatorApp {
  readonly secret: string
  readonly #browser: TestBrowser
  #lastStep = -1

  constructor(secret: string, browser: TestBrowser) {
    this.secret = secret
    this.#browser = browser
  }

  /** The current code, or the next one when that was used already. Throws after that, as later codes are not accepted yet. */
  nextCode(): string {
    const step = Math.floor(this.#browser.now / 30_000)
    this.#lastStep = Math.max(step, this.#lastStep + 1)
    assert.ok(this.#lastStep <= step + 1, 'Advance the clock by 30 seconds first.')
    return this.codeAt(this.#lastStep * 30_000)
  }

  codeAt(timestamp: number): string {
    return new TOTP({ secret: Secret.fromBase32(this.secret) }).generate({ timestamp })
  }
}

export async function startTwoFactorSetup(browser: TestBrowser): Promise<AuthenticatorApp> {
  await confirmPassword(browser)
  await browser.visit('two-factor.enable')
  const { secretKey } = (await browser.json('/user/two-factor-secret-key')).raw.json()
  return new AuthenticatorApp(secretKey, browser)
}

/** Enables two-factor authentication, which ends all other sessions. */
export async function enableTwoFactor(browser: TestBrowser) {
  const authenticator = await startTwoFactorSetup(browser)
  const response = await browser.json('/user/confirmed-two-factor-authentication', {
    method: 'POST',
    body: { code: authenticator.nextCode() },
  })
  assert.equal(response.status, 200)
  const recoveryCodes: string[] = response.raw.json().recovery_codes
  return { authenticator, secret: authenticator.secret, recoveryCodes }
}

/** Ada with two-factor enabled on her laptop, and a phone at the challenge after the password. */
export async function adaAtTwoFactorChallenge(
  t: TestContext,
  form: { remember?: boolean } = {},
  newApp = createTestApp,
) {
  const { foyer, laptop } = await signedInAda(t, newApp)
  const factor = await enableTwoFactor(laptop)
  const phone = foyer.browser()
  const response = await phone.visit('login.store', { ...form, ...credentials })
  assert.equal(response.location, '/two-factor-challenge')
  return { foyer, laptop, phone, ...factor }
}

const credentials = { email: ada.email, password: ada.password }
