import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { appWithProvider } from './provider-flows.ts'
import { ada, confirmPassword, registerAccount } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const domains = { PROVIDER_EXAMPLE_DOMAINS: 'example.com,bücher.example' }
export const only = /Addresses of this domain sign in with Example only\./

/** Ada has an account of the domain, or of another, from before the operator requires the provider. */
export async function adaFromBefore(
  t: TestContext,
  person = ada,
  settings: Record<string, string> = {},
) {
  const { foyer, provider } = await appWithProvider(t, { ...domains, ...settings })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop, person)
  await confirmPassword(laptop)
  return { foyer, provider, laptop }
}

/** Requires the provider, as a restart with the setting would. */
export function requireProvider({ config }: TestApp) {
  config.requireProvider = ['example.com', 'xn--bcher-kva.example']
}

/** The error beside the address field. */
export async function refusal(browser: TestBrowser, path: string, body: Record<string, unknown>) {
  const answer = await browser.json(path, { method: 'POST', body })
  return [answer.status, answer.raw.json().errors?.email?.[0]]
}

export const sessions = ({ db }: TestApp) => db.selectFrom('sessions').select('id').execute()

export async function assertRefused(
  browser: TestBrowser,
  path: string,
  body: Record<string, unknown>,
) {
  if (browser.cookies.size === 0) await browser.open('/login')
  const [status, message] = await refusal(browser, path, body)
  assert.equal(status, 422)
  assert.match(String(message), only)
}
