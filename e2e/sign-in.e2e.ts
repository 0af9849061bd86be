import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext } from 'playwright-core'

import {
  signedOutAccount,
  fillSignIn,
  createAccount,
  passwordField,
  signIn,
} from './account-steps.ts'
import { clearCookies, openPage, startTestServer, waitForHydration } from './test-server.ts'

const foyer = startTestServer()
const day = 24 * 60 * 60

async function sessionCookie(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name === 'foyer')
}

test('only "Keep me signed in" survives closing the browser (LGN-27)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  await signIn(page, person)
  assert.equal((await sessionCookie(context))?.expires, -1)
  await clearCookies(page)

  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')

  const cookie = await sessionCookie(context)
  assert.ok(cookie && cookie.expires > Date.now() / 1000 + 29 * day)
  assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, 'Lax'])
  const tomorrow = await foyer.visitor(t)
  const persistentCookies = (await context.cookies()).filter(({ expires }) => expires > 0)
  await tomorrow.context.addCookies(persistentCookies)
  await tomorrow.page.goto('/dashboard')
  await tomorrow.page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('the address comes first, with at most three ways besides; the password step keeps it (LGN-40)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  await openPage(page, '/login')
  const form = page.locator('main form')
  assert.equal(await form.locator('input:not([type=hidden], [type=checkbox])').count(), 1)
  assert.ok((await page.locator('main').locator('.button:not([type=submit])').count()) <= 3)

  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()

  await passwordField(page).and(page.locator(':focus')).waitFor()
  assert.equal(new URL(page.url()).search, '?step=password')
  const address = page.getByLabel('Email address')
  assert.equal(await address.inputValue(), person.email)
  assert.match((await address.getAttribute('autocomplete')) ?? '', /^username\b/)
  assert.ok(await address.isEditable())
  assert.ok(await page.getByLabel('Keep me signed in on this device').isChecked())
  await page.goBack()
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor()
})

test('the link to the sign-in page focuses the address field', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/')

  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()

  const address = page.getByLabel('Email address')
  await address.waitFor()
  // The heading would take the focus in the moment after.
  await page.waitForFunction(() => document.title.startsWith('Sign in'))
  assert.ok(await address.evaluate((field) => field === document.activeElement))
})

test('a wrong password shows an error, keeps the address, and clears and focuses the password', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  await openPage(page, '/login')
  await fillSignIn(page, { ...person, password: 'a guess of mine' })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  const email = page.getByLabel('Email address')
  await page.getByText("That email and password don't match.").waitFor()
  const password = passwordField(page)
  await password.and(page.locator(':focus')).waitFor()
  assert.equal(
    await password.getAttribute('aria-describedby'),
    await email.getAttribute('aria-describedby'),
  )
  assert.equal(await email.inputValue(), person.email)
  assert.equal(await password.inputValue(), '')
})

test('input typed before hydration is kept', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  const { promise: scriptsAllowed, resolve: allowScripts } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => scriptsAllowed.then(() => route.continue()))
  await page.goto('/login?step=password', { waitUntil: 'commit' })
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()

  allowScripts()
  await waitForHydration(page)

  assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  assert.ok(((await sessionCookie(context))?.expires ?? 0) > Date.now() / 1000 + 29 * day)
})

test('signing in leads to the page requested before', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  await openPage(page, '/dashboard?from=bookmark')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.waitForURL('**/dashboard?from=bookmark')
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('too many attempts show the wait time in the form', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/login')
  for (let attempt = 0; attempt < 6; attempt++) {
    await fillSignIn(page, { name: '', email: 'nobody@example.com', password: 'guess' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForFunction(isPasswordFieldEmpty)
  }

  await page.getByText(/^Too many attempts\. .*(second|minute)/).waitFor()
  assert.equal(await page.locator('dialog').count(), 0)
  assert.equal(await page.getByLabel('Email address').inputValue(), 'nobody@example.com')
})

/** Runs in the page. The password is cleared once the server has rejected it. */
function isPasswordFieldEmpty(): boolean {
  return document.querySelector<HTMLInputElement>('[name=password]')?.value === ''
}

test('signing out ends the session', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/dashboard')
  await page.getByRole('button', { name: `Account menu of ${person.name}` }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/')
  await page.goto('/dashboard')
  assert.equal(new URL(page.url()).pathname, '/login')
})
