import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { Secret, TOTP } from 'otpauth'

import type { Browser } from '#testing/browser.ts'
import { type Product, product } from '#testing/product.ts'

export const ada = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'a row of quiet engines',
}

/** Registers and proves the address, so that the browser ends up signed in. */
export async function join(foyer: Product, browser: Browser, person = ada): Promise<void> {
  const asked = await browser.visit('register.store', { ...person, terms: true })
  assert.equal(asked.to, '/email/verify')
  const link = await foyer.linkInMail()
  const confirmed = await browser.send(link, { method: 'POST', body: {} })
  assert.equal(confirmed.to, '/dashboard')
}

/** Ada with an account, signed in on her laptop. */
export async function adaAtHome(t: TestContext): Promise<{ foyer: Product; laptop: Browser }> {
  const foyer = await product(t)
  const laptop = foyer.browser()
  await join(foyer, laptop)
  return { foyer, laptop }
}

/** Ada signed in twice. */
export async function adaOnTwoDevices(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  const phone = foyer.browser()
  phone.userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
  const { email, password } = ada
  await phone.visit('login.store', { email, password })
  return { foyer, laptop, phone }
}

/** Ada shows again that it is her, as before anything that could cost her the account. */
export async function confirmPassword(browser: Browser, password = ada.password): Promise<void> {
  const answer = await browser.visit('password.confirm.store', { password })
  assert.equal(answer.status, 303)
  assert.notEqual(answer.to, '/user/confirm-password')
}

/** The app on Ada's phone, by somebody else's arithmetic than ours. */
export class Authenticator {
  /** In base32. */
  readonly secret: string
  readonly #browser: Browser
  #shown = -1

  constructor(secret: string, browser: Browser) {
    this.secret = secret
    this.#browser = browser
  }

  /** The code of now; the next one when that was asked for already. Further ahead than that no code works. */
  code(): string {
    const step = Math.floor(this.#browser.now / 30_000)
    this.#shown = Math.max(step, this.#shown + 1)
    assert.ok(this.#shown <= step + 1, 'Let half a minute pass first.')
    return this.codeAt(this.#shown * 30_000)
  }

  codeAt(timestamp: number): string {
    return new TOTP({ secret: Secret.fromBase32(this.secret) }).generate({ timestamp })
  }
}

/** Begins to set two-factor up. */
export async function beginTwoFactor(browser: Browser): Promise<Authenticator> {
  await confirmPassword(browser)
  await browser.visit('two-factor.enable')
  const { secretKey } = (await browser.json('/user/two-factor-secret-key')).response.json()
  return new Authenticator(secretKey, browser)
}

/** From now on Ada's password alone opens nothing. Every other session of hers has ended. */
export async function turnOnTwoFactor(browser: Browser) {
  const authenticator = await beginTwoFactor(browser)
  const answer = await browser.json('/user/confirmed-two-factor-authentication', {
    method: 'POST',
    body: { code: authenticator.code() },
  })
  assert.equal(answer.status, 200)
  const recoveryCodes: string[] = answer.response.json().recovery_codes
  return { authenticator, secret: authenticator.secret, recoveryCodes }
}

/** Ada with two-factor on, at home, and another browser of hers that has shown the password. */
export async function adaAtTheChallenge(t: TestContext, form: { remember?: boolean } = {}) {
  const { foyer, laptop } = await adaAtHome(t)
  const factor = await turnOnTwoFactor(laptop)
  const phone = foyer.browser()
  const asked = await phone.visit('login.store', { ...form, ...credentials })
  assert.equal(asked.to, '/two-factor-challenge')
  return { foyer, laptop, phone, ...factor }
}

const credentials = { email: ada.email, password: ada.password }
