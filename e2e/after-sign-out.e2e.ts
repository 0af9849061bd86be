import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { createAccount, fillRegistration, newPerson } from './account-steps.ts'
import { fullChromiumPath } from './chromium.ts'
import { openPage, startTestServer } from './test-server.ts'

// Enables the back/forward cache, as in real browsers.
const foyer = startTestServer(undefined, {
  executablePath: fullChromiumPath,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
})
const privateName = 'Zebedee Quill'

/** A visitor with a distinctive name who has viewed the dashboard and the terms, and signed out. */
async function signedOutVisitor(t: TestContext) {
  const visitor = await foyer.visitor(t)
  const { page, context } = visitor
  await createAccount(foyer, context, newPerson(privateName))
  await page.goto('/terms-of-service')
  await openPage(page, '/dashboard')
  await page.getByRole('heading', { name: privateName }).waitFor()
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await page.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor()
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('heading', { name: privateName }).waitFor()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  return visitor
}

async function assertNothingPrivateShown(page: Page): Promise<void> {
  assert.ok(!(await page.content()).includes(privateName))
}

async function assertNothingPrivateStored(page: Page): Promise<void> {
  const browserState = await page.evaluate(() =>
    JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
  )
  assert.ok(!browserState.includes(privateName), browserState)
  assert.ok(!browserState.includes('Dashboard'), browserState)
}

test('Back after signing out leads to the sign-in page (SES-14)', async (t) => {
  const { page } = await signedOutVisitor(t)
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertNothingPrivateShown(page)
  await assertNothingPrivateStored(page)
})

test('Back from another site after signing out shows nothing private (SES-14)', async (t) => {
  const { page } = await signedOutVisitor(t)
  await page.goto('data:text/html,<h1>Elsewhere</h1>')
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertNothingPrivateShown(page)
})

test('Back to a dashboard after another tab signed out shows nothing private', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context, newPerson(privateName))
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: privateName }).waitFor()
  await page.goto('data:text/html,<h1>Elsewhere</h1>')

  const other = await context.newPage()
  await openPage(other, '/dashboard')
  await other.getByRole('button', { name: /Account menu/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await other.getByRole('link', { name: 'Sign in' }).waitFor()

  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertNothingPrivateShown(page)
})

test('reloading after signing out shows nothing private (SES-14)', async (t) => {
  const { page } = await signedOutVisitor(t)
  await page.reload()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await assertNothingPrivateShown(page)
  await assertNothingPrivateStored(page)
})

test('a fresh tab after signing out shows nothing private (SES-14)', async (t) => {
  const { context } = await signedOutVisitor(t)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertNothingPrivateShown(page)
})

test('the browser history is unreadable while signed in too (SES-14)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context, newPerson(privateName))
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: privateName }).waitFor()
  await page.waitForFunction(() => history.state?.page !== undefined)
  await assertNothingPrivateStored(page)
})

// Proves that the tests above exercise the cache. It does not keep every page, hence several attempts.
test('the browser of these tests uses its back/forward cache', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await context.addInitScript(() =>
    addEventListener('pagehide', () => Object.assign(window, { wasLeft: true })),
  )
  await createAccount(foyer, context, newPerson(privateName))

  let isAlive = false
  for (let attempt = 0; attempt < 10 && !isAlive; attempt++) {
    await page.goto('/dashboard')
    await page.goto('data:text/html,<h1>Elsewhere</h1>')
    await page.goBack({ waitUntil: 'commit' })
    isAlive = await page.evaluate(() => 'wasLeft' in window)
  }

  assert.ok(isAlive)
})

test('after signing out the history keeps nothing readable that was typed on the registration form', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await openPage(page, '/register')
  await fillRegistration(page, newPerson(privateName))
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await createAccount(foyer, context, newPerson(privateName))
  await openPage(page, '/dashboard')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()

  await page.evaluate(() => history.go(-3))
  await page.waitForURL('**/register')
  await page.getByRole('heading', { name: 'Create an account' }).waitFor()

  await assertNothingPrivateStored(page)
})
