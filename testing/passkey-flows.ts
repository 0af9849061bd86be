import type { TestContext } from 'node:test'

import { ada, signedInAda, confirmPassword } from './signed-in-accounts.ts'
import type { TestResponse, TestBrowser } from './test-browser.ts'
import { VirtualAuthenticator, type Tampering } from './virtual-authenticator.ts'

export async function fetchPasskeyOptions(browser: TestBrowser, flow: keyof typeof optionPaths) {
  const response = await browser.json(optionPaths[flow])
  return response.raw.json().options
}

const optionPaths = {
  login: '/passkeys/login/options',
  confirm: '/passkeys/confirm/options',
  registration: '/user/passkeys/options',
  'security-key': '/user/passkeys/options?second_factor_only=1',
  challenge: '/two-factor-challenge/passkey-options',
} as const

/** The whole registration flow: options, authenticator, response. */
export async function addPasskey(
  browser: TestBrowser,
  authenticator: VirtualAuthenticator,
  tampering?: Tampering,
  name?: string,
): Promise<TestResponse> {
  const credential = authenticator.create(
    await fetchPasskeyOptions(browser, 'registration'),
    tampering,
  )
  return browser.json('/user/passkeys', { method: 'POST', body: { credential, name } })
}

/** Registers a key that does not verify its user, as a second factor only. */
export async function addSecurityKey(
  browser: TestBrowser,
  key: VirtualAuthenticator,
  tampering: Tampering = { userVerified: false },
): Promise<TestResponse> {
  const credential = key.create(await fetchPasskeyOptions(browser, 'security-key'), tampering)
  const body = { credential, second_factor_only: true }
  return browser.json('/user/passkeys', { method: 'POST', body })
}

/** Enables two-factor with the account's passkeys. @returns the recovery codes */
export async function enableWithPasskey(browser: TestBrowser): Promise<string[]> {
  const path = '/user/two-factor-with-passkey'
  const { raw } = await browser.json(path, { method: 'POST', body: {} })
  return raw.json().recovery_codes
}

/** Answers the challenge after the password with a key that does not verify its user. */
export async function answerChallenge(
  browser: TestBrowser,
  key: VirtualAuthenticator,
  tampering: Tampering = { userVerified: false },
): Promise<TestResponse> {
  return submitChallengeAnswer(
    browser,
    key.get(await fetchPasskeyOptions(browser, 'challenge'), tampering),
  )
}

export function submitChallengeAnswer(
  browser: TestBrowser,
  credential: unknown,
  trust_device = false,
): Promise<TestResponse> {
  const body = { credential, trust_device }
  return browser.json('/two-factor-challenge/passkey', { method: 'POST', body })
}

export async function signInWithPasskey(
  browser: TestBrowser,
  authenticator: VirtualAuthenticator,
  tampering?: Tampering,
): Promise<TestResponse> {
  const credential = authenticator.get(await fetchPasskeyOptions(browser, 'login'), tampering)
  return submitPasskeyLogin(browser, credential)
}

export function submitPasskeyLogin(
  browser: TestBrowser,
  credential: unknown,
): Promise<TestResponse> {
  return browser.json('/passkeys/login', { method: 'POST', body: { credential } })
}

export async function confirmWithPasskey(
  browser: TestBrowser,
  authenticator: VirtualAuthenticator,
  tampering?: Tampering,
): Promise<TestResponse> {
  const credential = authenticator.get(await fetchPasskeyOptions(browser, 'confirm'), tampering)
  return submitPasskeyConfirmation(browser, credential)
}

export function submitPasskeyConfirmation(
  browser: TestBrowser,
  credential: unknown,
): Promise<TestResponse> {
  return browser.json('/passkeys/confirm', { method: 'POST', body: { credential } })
}

/** Ada, signed in, with a passkey. */
export async function adaWithPasskey(t: TestContext, authenticator = new VirtualAuthenticator()) {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const added = await addPasskey(laptop, authenticator)
  if (added.status !== 200) throw new Error(added.text)
  const id: string = added.raw.json().id
  return { foyer, laptop, key: authenticator, id }
}

/** Ada with a security key and two-factor on, and a phone at the challenge after the password. */
export async function adaAtKeyChallenge(t: TestContext, key = new VirtualAuthenticator()) {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const { id }: { id: string } = (await addSecurityKey(laptop, key)).raw.json()
  const recoveryCodes = await enableWithPasskey(laptop)
  const phone = foyer.browser()
  const { email, password } = ada
  await phone.visit('login.store', { email, password })
  return { foyer, laptop, phone, key, id, recoveryCodes }
}

export function fieldError(response: TestResponse, field = 'credential'): string | undefined {
  return response.raw.json().errors?.[field]?.[0]
}
