import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { createAccount } from './account-steps.ts'
import { openPage, startTestServer, waitForHydration } from './test-server.ts'

const foyer = startTestServer()

/** Text in a closed disclosure of each page of the account. */
const closedTexts = [
  { path: '/user/profile', text: 'New email address' },
  { path: '/user/profile/security', text: 'New password' },
  { path: '/user/profile/data', text: 'Then everything is erased' },
]

/** Opens the page with a text fragment, which searches it as find in page does. Tests cannot open the browser's own search. */
async function findText(page: Page, path: string, text: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${path}#:~:text=${encodeURIComponent(text)}`)
}

for (const { path, text } of closedTexts) {
  test(`find in page opens the closed disclosure with the text: ${path}`, async (t) => {
    const { page, context } = await foyer.visitor(t)
    await createAccount(foyer, context)
    await openPage(page, path)
    const found = page.locator('.disclosure', { hasText: text }).getByText(text).first()
    assert.equal(await found.isVisible(), false)

    await findText(page, path, text)

    await found.waitFor()
    await waitForHydration(page)
    assert.ok(await found.isVisible())
  })
}

test('a disclosure that find in page opened stays open when its page is hydrated and updated', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/Show-[\w-]+\.js$/, async (route) => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  const newAddress = page.getByLabel('New email address')

  const opened = findText(page, '/user/profile', 'New email address')
  await requested.promise
  await newAddress.waitFor()
  released.resolve()
  await opened
  await waitForHydration(page)
  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('button', { name: 'Save profile' }).click()

  await page.getByRole('button', { name: 'Account menu of Ada King' }).waitFor()
  assert.ok(await newAddress.isVisible())
})
