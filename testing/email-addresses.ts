import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { linkInMailTo } from './account-takeover.ts'
import { ada, confirmPassword, signedInAda } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'
import { days } from './test-clock.ts'

const submit = { method: 'POST', body: {} } as const
const addressLink = /\/email-address\/\S+/

/** Requests an additional address. @returns the link in its mail; empty when the mail has none */
export async function requestAddress(
  foyer: TestApp,
  browser: TestBrowser,
  email: string,
  { recoveryOnly = false } = {},
): Promise<string> {
  await confirmPassword(browser)
  const form = { email, recovery_only: recoveryOnly }
  const response = await browser.visit('email-address.store', form)
  assert.equal(response.status, 303)
  return linkInMailTo(foyer, email, addressLink)
}

/** Requests an additional address and proves it. @returns its id */
export async function addAddress(
  foyer: TestApp,
  browser: TestBrowser,
  email: string,
  options: { recoveryOnly?: boolean } = {},
): Promise<string> {
  const link = await requestAddress(foyer, browser, email, options)
  const response = await browser.visitPath(link, submit)
  assert.equal(response.location, '/user/profile')
  const { id } = await foyer.db
    .selectFrom('additional_addresses')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

export const makeAddressPrimary = (browser: TestBrowser, id: string) =>
  browser.json(`/user/email-addresses/${id}/primary`, { method: 'PUT', body: {} })

export const removeAddress = (browser: TestBrowser, id: string) =>
  browser.json(`/user/email-addresses/${id}`, { method: 'DELETE', body: {} })

export const backup = 'ada@backup.example'

/** Ada with a backup from long ago, and a thief who has her password. */
export async function adaWithThief(t: TestContext) {
  const { foyer, laptop: old } = await signedInAda(t)
  await addAddress(foyer, old, backup)
  foyer.clock.advance(8 * days)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)
  const thief = foyer.browser()
  thief.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await thief.visit('login.store', ada)
  return { foyer, laptop, thief }
}

export const additionalEmails = async ({ db }: TestApp) =>
  (await db.selectFrom('additional_addresses').select('email').orderBy('id').execute()).map(
    ({ email }) => email,
  )

export const primaryEmail = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select('email').executeTakeFirstOrThrow()).email
