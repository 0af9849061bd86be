import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import {
  signedOutAccount,
  fillRegistration,
  fillSignIn,
  createAccount,
  newPerson,
} from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const wrongPassword = 'a guess at seven silver spoons'

/** The page's history state, decrypted with its own stored key, and its web storage. */
async function storedBrowserState(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stored = [{ ...sessionStorage }, { ...localStorage }]
    const state: unknown = history.state?.page
    if (!(state instanceof ArrayBuffer)) return JSON.stringify([history.state, stored])
    const bytes = (name: string) =>
      Uint8Array.from(JSON.parse(sessionStorage.getItem(name) ?? '[]') as number[])
    const use = ['decrypt'] as const
    const key = await crypto.subtle.importKey('raw', bytes('historyKey'), 'AES-GCM', false, use)
    const algorithm = { name: 'AES-GCM', iv: bytes('historyIv') }
    const decrypted = await crypto.subtle.decrypt(algorithm, key, state)
    return JSON.stringify([new TextDecoder().decode(decrypted), stored])
  })
}

test('the browser stores no password of a guest page: typed, rejected, left and returned to (INR-15)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  await openPage(page, '/login')
  await fillSignIn(page, { ...person, password: wrongPassword })
  assert.doesNotMatch(await storedBrowserState(page), new RegExp(wrongPassword))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText("email and password don't match").first().waitFor()
  assert.match(await storedBrowserState(page), /Auth\/Login/)
  assert.doesNotMatch(await storedBrowserState(page), new RegExp(wrongPassword))

  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').waitFor()
  await fillRegistration(page, { ...newPerson(), email: 'nobody@', password: wrongPassword })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText("doesn't look like an email address").first().waitFor()
  assert.doesNotMatch(await storedBrowserState(page), new RegExp(wrongPassword))
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  assert.doesNotMatch(await storedBrowserState(page), new RegExp(wrongPassword))
})

test('the browser stores no password of the profile, not even encrypted (INR-15)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security#password')
  const section = page.getByRole('region', { name: 'Password' })

  await section.getByLabel('Current password').fill(wrongPassword)
  await section.getByLabel('New password').fill(person.password)
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByText("That password isn't right. Try again.").waitFor()

  const decrypted = await storedBrowserState(page)
  assert.match(decrypted, new RegExp(person.email))
  assert.doesNotMatch(decrypted, new RegExp(`${wrongPassword}|${person.password}`))
})
