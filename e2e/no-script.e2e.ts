import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  signedOutAccount,
  fillRegistration,
  fillSignIn,
  createAccount,
  passwordField,
} from './account-steps.ts'
import { startTestServer } from './test-server.ts'

const foyer = startTestServer()
const withoutScript = { javaScriptEnabled: false }

test('without script the front page and the legal pages are reachable', async (t) => {
  const { page } = await foyer.visitor(t, withoutScript)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Your account. Your keys.' }).waitFor()
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await page.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor()
  assert.equal(await page.title(), 'Privacy Policy - Foyer')
})

test('without script signing in, staying signed in and signing out work', async (t) => {
  const { page, context } = await foyer.visitor(t, withoutScript)
  const person = await signedOutAccount(foyer, context)
  await page.goto('/dashboard')
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const session = (await context.cookies()).find(({ name }) => name === 'foyer')
  assert.ok(session && session.expires > 0)

  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
})

test('without script errors show under their fields, and only the password is cleared', async (t) => {
  const { page } = await foyer.visitor(t, withoutScript)
  await page.goto('/register')
  await fillRegistration(page, { name: 'Ada', email: 'ada at home', password: 'short' })
  await page.getByRole('button', { name: 'Create account' }).click()

  const email = page.getByLabel('Email address')
  await page.locator('.field-error').first().waitFor()
  assert.equal(await email.getAttribute('aria-invalid'), 'true')
  const note = await email.getAttribute('aria-describedby')
  assert.match(await page.locator(`[id="${note}"]`).innerText(), /doesn't look like/)
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ada')
  assert.equal(await email.inputValue(), 'ada at home')
  assert.equal(await passwordField(page).inputValue(), '')
})

test('without script no control is shown that needs it', async (t) => {
  const { page, context } = await foyer.visitor(t, withoutScript)
  await page.goto('/login?step=password')
  assert.equal(await page.getByRole('button', { name: 'Show password' }).isVisible(), false)
  assert.equal(await page.getByRole('combobox', { name: 'Language' }).isVisible(), false)
  await createAccount(foyer, context)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
  assert.equal(await page.getByRole('group', { name: 'Theme' }).isVisible(), false)
})
