import assert from 'node:assert/strict'

import { ada } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser, TestResponse } from './test-browser.ts'

/** The code in the newest mail that has one; empty without such a mail. */
export async function codeInMail(foyer: TestApp): Promise<string> {
  const codes = (await foyer.mails()).flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? [])
  return codes[0] ?? ''
}

/** Asks for a sign-in code. @returns the mailed one */
export async function requestSignInCode(
  foyer: TestApp,
  browser: TestBrowser,
  email = ada.email,
): Promise<string> {
  const answer = await browser.visit('email-code.send', { email })
  assert.equal(answer.location, '/login/code')
  return codeInMail(foyer)
}

export const enterCode = (browser: TestBrowser, code: string): Promise<TestResponse> =>
  browser.visit('email-code.store', { code })

export async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.visit('profile.show')).status === 200
}

/** A code that is wrong for sure. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
