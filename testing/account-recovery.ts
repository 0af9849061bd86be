import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { linkInMailTo } from './account-takeover.ts'
import { ada, enableTwoFactor, signedInAda } from './signed-in-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'
import { hours } from './test-clock.ts'

export const newEmail = 'ada@new.example'
export const newPassword = 'lanterns over the harbour'
export const waitMs = 72 * hours

/** Ada with two-factor on her laptop, and a phone that has never seen the account. */
export async function adaWithoutMailbox(t: TestContext, newApp = createTestApp) {
  const { foyer, laptop } = await signedInAda(t, newApp)
  const { authenticator, recoveryCodes } = await enableTwoFactor(laptop)
  const [recoveryCode = '', otherCode = ''] = recoveryCodes
  return { foyer, laptop, phone: foyer.browser(), authenticator, recoveryCode, otherCode }
}

export type WithoutMailbox = Awaited<ReturnType<typeof adaWithoutMailbox>>

/** Ada after the request in her phone; the waiting time has begun. */
export async function adaWaiting(t: TestContext, newApp = createTestApp) {
  const ada = await adaWithoutMailbox(t, newApp)
  const { status, location } = await askForRecovery(ada.phone, validForm(ada))
  assert.deepEqual([status, location], [303, '/recover-account'])
  return ada
}

/** Ada whose waiting time is over and who has opened nothing yet. */
export async function adaReady(t: TestContext, newApp = createTestApp) {
  const ada = await adaWaiting(t, newApp)
  ada.foyer.clock.advance(waitMs)
  return { ...ada, link: await mailNewAddress(ada.foyer, ada.phone) }
}

export const validForm = ({ authenticator, recoveryCode }: WithoutMailbox) => ({
  email: ada.email,
  recovery_code: recoveryCode,
  code: authenticator.nextCode(),
})

export const askForRecovery = (browser: TestBrowser, form: Record<string, unknown>) =>
  browser.visit('account-recovery.store', form)

/** @returns the path in the mail to the new address; empty without one */
export async function mailNewAddress(foyer: TestApp, browser: TestBrowser, email = newEmail) {
  await browser.visit('account-recovery.address', { email })
  return linkInMailTo(foyer, email, /\/recover-account\/\S+/)
}

export const finishRecovery = (browser: TestBrowser, link: string, password = newPassword) =>
  browser.visitPath(link, { method: 'POST', body: { password } })

export const stopLink = (foyer: TestApp, address = ada.email) =>
  linkInMailTo(foyer, address, /\/stop-recovery\/\S+/)

export async function stepOf(browser: TestBrowser) {
  const { page } = await browser.visit('account-recovery.show')
  return page.props['step']
}
