import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { fillSignIn, createAccount } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer({ TEST_CLOCK: '1' })

const banner = (page: Page) => page.getByText('The test clock is').first()

test('moving the test clock by 31 days ends the session; resetting it signs out cleanly', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/time-travel')
  const panel = page.getByRole('region', { name: 'Test clock' })
  await panel.getByText(', real time.').waitFor()

  await panel.getByRole('button', { name: '1 hour forward' }).click()
  await banner(page).waitFor()
  assert.match(await banner(page).innerText(), /is 1 hour ahead/)
  await panel.getByLabel('Date and time').fill('2020-02-29T12:00')
  await panel.getByRole('button', { name: 'Move the clock there' }).click()
  await panel.getByText('Choose a later time').last().waitFor()

  await panel.getByRole('button', { name: '31 days forward' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await page.getByText('The test clock is 31 days ahead').waitFor()

  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Time Travel', level: 1 }).waitFor()
  await page.getByText('The test clock is 31 days ahead').first().waitFor()
  await page.getByRole('button', { name: 'Back to real time' }).first().click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  assert.equal(await banner(page).count(), 0)
})
