import assert from 'node:assert/strict'

import { ada } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser, TestResponse } from './test-browser.ts'
import { VirtualAuthenticator } from './virtual-authenticator.ts'

const { name, email } = ada

/** Registers without a password. @returns the mailed link */
export async function registerWithPasskey(
  foyer: TestApp,
  browser: TestBrowser,
  form: Record<string, unknown> = {},
): Promise<string> {
  const response = await browser.visit('register.passkey.store', {
    name,
    email,
    terms: true,
    ...form,
  })
  assert.equal(response.location, '/email/verify')
  return foyer.linkInMail()
}

/** The options for the passkey behind a mailed link. */
export async function firstPasskeyOptions(browser: TestBrowser, link: string) {
  const response = await browser.json(`${link}/passkey`)
  assert.equal(response.status, 200, response.text)
  return response.raw.json().options
}

/** Creates the first passkey in the browser that opens the link. */
export async function confirmByCreatingPasskey(
  browser: TestBrowser,
  link: string,
  authenticator = new VirtualAuthenticator(),
): Promise<TestResponse> {
  await browser.open(link)
  const credential = authenticator.create(await firstPasskeyOptions(browser, link))
  return submitFirstPasskey(browser, link, credential)
}

export function submitFirstPasskey(
  browser: TestBrowser,
  link: string,
  credential: unknown,
): Promise<TestResponse> {
  return browser.visitPath(`${link}/passkey`, { method: 'POST', body: { credential } })
}

/** Ada's account without a password, signed in on the laptop with which she registered. */
export async function registerAdaWithPasskey(foyer: TestApp) {
  const laptop = foyer.browser()
  const key = new VirtualAuthenticator()
  const link = await registerWithPasskey(foyer, laptop)
  assert.equal((await confirmByCreatingPasskey(laptop, link, key)).location, '/dashboard')
  return { laptop, key }
}
