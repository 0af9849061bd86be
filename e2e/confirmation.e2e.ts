import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { createAccount, newPerson, postForm } from './account-steps.ts'
import { horizontalOverflow } from './layout-checks.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

const dialog = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })
const clickSendLink = (page: Page) =>
  page.getByRole('button', { name: 'Send link', exact: true }).click()
const newAddress = (page: Page) => page.getByLabel('New email address')
const badge = (page: Page) => page.getByRole('button', { name: /^Confirmed · \d+ min$/ })

async function confirmInDialog(page: Page, password: string): Promise<void> {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('confirming resumes the interrupted action without typing anything twice (CNF-03)', async (t) => {
  const { page, context, browserErrors } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile#address')
  await newAddress(page).fill('countess@example.com')
  await clickSendLink(page)
  await dialog(page).getByText('countess@example.com').waitFor()

  await confirmInDialog(page, 'a guess')
  await dialog(page).getByText("That password isn't right. Try again.").waitFor()
  await confirmInDialog(page, person.password)

  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByText('countess@example.com Not confirmed').waitFor()
  // The browser logs the rejected password.
  browserErrors.splice(0, 1)
})

test('declining the confirmation changes nothing and restores the focus', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile#address')
  await newAddress(page).fill('countess@example.com')
  await newAddress(page).press('Enter')
  await dialog(page).waitFor()

  await page.keyboard.press('Escape')

  await dialog(page).waitFor({ state: 'detached' })
  assert.equal(await newAddress(page).inputValue(), 'countess@example.com')
  await newAddress(page).and(page.locator(':focus')).waitFor()
})

test('the badge shows how long the confirmation lasts, and can end it', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/confirm-password')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await openPage(page, '/user/profile/security')
  await badge(page).waitFor()
  // Speech input finds a button by the words that are visible.
  const name = await badge(page).getAttribute('aria-label')
  assert.ok(name?.includes(await badge(page).innerText()), name ?? '')
  await page.setViewportSize({ width: 390, height: 800 })
  const shortLabel = await badge(page).innerText()
  assert.match(shortLabel, /^\d+ min$/)
  assert.ok(name?.includes(shortLabel))
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  assert.deepEqual(await horizontalOverflow(page), [])
  await page.setViewportSize({ width: 1280, height: 800 })

  await openPage(page, '/user/profile#address')
  await newAddress(page).fill('countess@example.com')
  await clickSendLink(page)
  await page.getByText('countess@example.com Not confirmed').waitFor()

  await badge(page).click()
  await page.getByRole('button', { name: 'End now' }).click()
  await badge(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await page.locator('#address summary').click()
  await newAddress(page).fill('baroness@example.com')
  await clickSendLink(page)
  await dialog(page).waitFor()
})

test('the badge is on pages with sensitive changes only', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await postForm(context, '/user/confirm-password', { password: person.password })
  await openPage(page, '/user/profile')
  await badge(page).waitFor()

  await page.getByRole('navigation').getByRole('link', { name: 'Time Travel' }).click()
  await page.getByRole('heading', { name: 'Time Travel' }).waitFor()
  assert.equal(await badge(page).count(), 0)

  await page.getByRole('navigation').getByRole('link', { name: 'API tokens' }).click()
  await badge(page).waitFor()
})

test('without script, a page requires confirmation and leads back', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  const person = await createAccount(foyer, context, newPerson())
  await page.goto('/user/profile')
  await page.locator('#address summary').click()
  await newAddress(page).fill('countess@example.com')
  await clickSendLink(page)
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()

  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a guess')
  await password.press('Enter')
  await page.getByText("That password isn't right. Try again.").waitFor()
  await password.fill(person.password)
  await password.press('Enter')

  await page.waitForURL('**/user/profile')
  await page.getByText("You've confirmed it's you.").waitFor()
})
