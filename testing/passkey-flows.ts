import type { TestContext } from 'node:test'

import { signedInAda, confirmPassword } from './account-steps.ts'
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

export function fieldError(response: TestResponse, field = 'credential'): string | undefined {
  return response.raw.json().errors?.[field]?.[0]
}
