import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { ada, registerAccount } from './signed-in-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

const { email, password } = ada

/** Ada, signed in on her laptop, where new devices need a mailed code. */
export async function adaAtHome(t: TestContext, settings: Record<string, string> = {}) {
  const foyer = await createTestApp(t, { NEW_DEVICE_CODE: '1', ...settings })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  return { foyer, laptop }
}

/** The right password in a browser and network of its own. */
export async function enterPassword(
  foyer: TestApp,
  form: Record<string, unknown> = {},
): Promise<TestBrowser> {
  const browser = foyer.browser()
  const { location } = await browser.visit('login.store', { email, password, ...form })
  assert.equal(location, '/new-device')
  return browser
}

export const codeMails = async (foyer: TestApp) =>
  (await foyer.mails()).filter(({ subject }) => subject === 'Is this you on a new device?')

/** The newest mailed code. */
export async function mailedCode(foyer: TestApp): Promise<string> {
  const [mail] = await codeMails(foyer)
  return mail?.text.match(/\b\d{6}\b/)?.[0] ?? ''
}

export const enterCode = (browser: TestBrowser, code: string) =>
  browser.visit('new-device.store', { code })
