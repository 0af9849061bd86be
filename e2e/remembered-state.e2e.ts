import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from 'playwright-core'

import { createAccount, fillRegistration, newPerson } from './account-steps.ts'
import { openPage, startTestServer, useLocalAddress } from './test-server.ts'

const foyer = startTestServer()

test('Back restores what was typed on Register, but no password', async (t) => {
  const { page } = await foyer.newVisitor(t)
  const person = newPerson()
  await openPage(page, '/register')
  await fillRegistration(page, person)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  await page.goBack()

  await page.getByRole('heading', { name: 'Create an account' }).waitFor()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=name]')?.value)
  assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
  assert.equal(await page.getByRole('checkbox').isChecked(), true)
  assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '')
  assert.ok(!String(await page.evaluate('JSON.stringify(history.state)')).includes(person.password))
})

test('a form that was not saved asks before it is left, and is back after Back and Forward', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')
  await page.locator('#information [name=name]').fill('Countess')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.locator('a[href="/user/api-tokens"]').first().click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(new URL(page.url()).pathname, '/user/profile')
  await page.locator('a[href="/user/api-tokens"]').first().click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  for (const edit of [
    () => page.locator('#create [name=name]').fill('Backup'),
    () => page.locator('#create [value=never]').check({ force: true }),
  ]) {
    // Typing is remembered after a short pause.
    const before = await storedPage(page)
    await edit()
    while ((await storedPage(page)) === before) await sleep(20)
  }

  await page.goBack()
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('#information [name=name]')?.value === 'Countess',
  )
  await page.goForward()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#create [name=name]')?.value === 'Backup',
  )
  assert.equal(await page.locator('#create [value=never]').isChecked(), true)
})

/** The page in the browser history, encrypted. */
const storedPage = (page: Page) => page.evaluate(() => String(new Uint8Array(history.state.page)))

test('a link clicked before the code that asks has loaded waits for it', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  const clicked = Promise.withResolvers<void>()
  await page.route('**/assets/unsaved-changes-*.js', async (route) => {
    await clicked.promise
    await route.continue()
  })
  await openPage(page, '/user/profile')
  const requested = page.waitForRequest('**/assets/unsaved-changes-*.js')
  await page.locator('#information [name=name]').fill('Countess')
  await requested

  await page.locator('a[href="/user/api-tokens"]').first().click()
  clicked.resolve()

  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/user/profile')
})

test('the page object carries empty scroll regions and remembered state', async (t) => {
  const { page } = await foyer.newVisitor(t)
  await openPage(page, '/login')
  const json = await page.locator('script[data-page=app]').textContent()
  const { scrollRegions, rememberedState } = JSON.parse(json ?? '')
  assert.deepEqual({ scrollRegions, rememberedState }, { scrollRegions: [], rememberedState: {} })
})

test('Back restores the scroll position of the list of Time Travel', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  // Live updates start after the first rendering, at whose end Inertia scrolls each list to where it was before.
  const rendered = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, '/time-travel')
  await rendered
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.events-by-day { block-size: 60px; overflow-y: auto }')
    document.adoptedStyleSheets.push(sheet)
    document.querySelector('.events-by-day')?.scrollTo(0, 40)
  })
  await page.waitForFunction(() => history.state.scrollRegions?.[0]?.top === 40)
  await page.evaluate('document.querySelector(\'a[href$="/dashboard"]\').click()')
  await page.waitForURL('**/dashboard')

  await page.goBack()

  await page.waitForFunction(() => document.querySelector('.events-by-day')?.scrollTop === 40)
})

test('Back restores the scroll position of the lists of the mailbox', async (t) => {
  const { page, context } = await foyer.newVisitor(t, { viewport: { width: 1280, height: 800 } })
  await useLocalAddress(context)
  await openPage(page, '/mailbox/templates')
  const first = new URL(page.url()).pathname
  await page.waitForFunction(() => {
    // Again and again, since Inertia scrolls each list to where it was before after the first rendering.
    document.querySelector('.mailbox-lists')?.scrollTo(0, 300)
    return history.state.scrollRegions?.[0]?.top === 300
  })
  await page.locator('.mailbox-lists').getByRole('link').last().dispatchEvent('click')
  await page.waitForURL((url) => url.pathname !== first)
  await page.locator('iframe').waitFor()

  await page.goBack()

  await page.waitForURL((url) => url.pathname === first)
  await page.waitForFunction(() => document.querySelector('.mailbox-lists')?.scrollTop === 300)
})
