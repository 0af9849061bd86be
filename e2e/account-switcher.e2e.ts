import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { createAccount, fillSignIn, newPerson, type Person, postForm } from './account-steps.ts'
import { openPalette } from './command-palette.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

/** A browser that is signed in to two accounts, of which the second is in use. */
async function visitorWithTwoAccounts(t: TestContext) {
  const visitor = await foyer.visitor(t)
  const { page, context } = visitor
  const grace = await createAccount(foyer, context, newPerson('Grace Hopper'))
  await context.clearCookies()
  const ada = await createAccount(foyer, context, newPerson('Ada Lovelace'))
  await postForm(context, '/accounts', {})
  await postForm(context, '/login', grace)
  const isConnected = waitForConnection(page)
  await openPage(page, '/dashboard')
  await isConnected
  return { ...visitor, ada, grace }
}

const accountMenu = (page: Page, { name }: Person) =>
  page.getByRole('button', { name: `Account menu of ${name}` })

const switchButton = (page: Page, { name, email }: Person) =>
  page.getByRole('button', { name: `Switch to ${name} (${email})` })

const headingOf = (page: Page, { name }: Person) => page.getByRole('heading', { name, level: 1 })

async function addAccount(page: Page, current: Person, further: Person): Promise<void> {
  await accountMenu(page, current).click()
  await page.getByRole('button', { name: 'Add another account' }).click()
  await page.getByText(`You stay signed in as ${current.email}.`).waitFor()
  await fillSignIn(page, further)
  const isConnected = waitForConnection(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await headingOf(page, further).waitFor()
  await isConnected
}

/** A switch while the socket of a page signs in would make the browser report its 419. */
async function waitForConnection(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse(/\/broadcasting\/auth/),
    page.waitForResponse(/\/broadcasting\/user-auth/),
  ])
}

async function switchAccount(page: Page, from: Person, to: Person): Promise<void> {
  await accountMenu(page, from).click()
  const isConnected = waitForConnection(page)
  await switchButton(page, to).click()
  await headingOf(page, to).waitFor()
  await isConnected
}

test('the menu switches between accounts, with the keyboard too (SWI-01)', async (t) => {
  const { page, ada, grace } = await visitorWithTwoAccounts(t)

  await switchAccount(page, grace, ada)
  await accountMenu(page, ada).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('Enter')
  await headingOf(page, grace).waitFor()

  assert.equal(focused, `Switch to ${grace.name} (${grace.email})`)
})

test('the command palette switches too (SWI-01)', async (t) => {
  const { page, ada } = await visitorWithTwoAccounts(t)

  await openPalette(page)
  await page.getByRole('combobox').fill('switch to ada')
  await page.keyboard.press('Enter')

  await headingOf(page, ada).waitFor()
})

test('after a switch, Back shows no page of the account before (SWI-11)', async (t) => {
  const { page, ada, grace } = await visitorWithTwoAccounts(t)
  await page.getByRole('link', { name: 'Time Travel', exact: true }).first().click()
  await page.waitForURL('**/time-travel')
  const isConnected = waitForConnection(page)
  await openPage(page, '/dashboard')
  await isConnected
  await page.getByRole('link', { name: 'API tokens', exact: true }).first().click()
  await page.waitForURL('**/api-tokens')

  await switchAccount(page, grace, ada)
  for (let step = 0; step < 3; step++) {
    await page.goBack({ waitUntil: 'commit' })
    await accountMenu(page, ada).waitFor()
    assert.equal(await accountMenu(page, grace).count(), 0)
  }
})

test('another tab learns of the switch, keeps what was typed, and cannot save it (SWI-10, SWI-11)', async (t) => {
  const { page, context, ada, grace } = await visitorWithTwoAccounts(t)
  const other = await context.newPage()
  const isConnected = waitForConnection(other)
  await openPage(other, '/user/profile')
  await isConnected
  const name = other.getByLabel('Name', { exact: true })
  await name.fill('Amazing Grace')

  await switchAccount(page, grace, ada)
  await other.getByText('You switched to another account in another tab.').waitFor()
  const typed = await name.inputValue()
  await other.getByRole('button', { name: 'Save', exact: false }).first().click()
  await other.getByRole('heading', { name: 'You switched accounts' }).waitFor()
  await other.getByRole('link', { name: `Continue as ${ada.name}` }).click()
  await headingOf(other, ada).waitFor()

  assert.equal(typed, 'Amazing Grace')
})

test('signing out goes on with the next account, and signing out of all with none (SWI-02)', async (t) => {
  const { page, context, ada, grace } = await visitorWithTwoAccounts(t)

  await accountMenu(page, grace).click()
  const isConnected = waitForConnection(page)
  await page.getByRole('button', { name: 'Sign out of this account' }).click()
  await headingOf(page, ada).waitFor()
  await isConnected
  await addAccount(page, ada, grace)
  await accountMenu(page, grace).click()
  await page.getByRole('button', { name: 'Sign out of all accounts' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  const names = (await context.cookies()).map((cookie) => cookie.name)
  assert.ok(!names.includes('foyer') && !names.includes('foyer-accounts'))
})
