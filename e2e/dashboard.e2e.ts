import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmInDialog, createAccount, signedInContext, signIn } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test('the dashboard ends another session where it is listed, and asks first', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await createAccount(foyer, home.context)
  await signIn(laptop.page, person)
  const { page } = home
  await openPage(page, '/dashboard')
  const end = page.getByRole('button', { name: 'Sign out "Firefox on Windows"' })
  const question = page.getByRole('dialog', { name: 'Sign out "Firefox on Windows"?' })

  await end.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await end.click()
  await question.getByRole('button', { name: 'Sign out device' }).click()
  await confirmInDialog(page, person)

  await end.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/dashboard')
  await laptop.page.getByRole('heading', { name: "You're signed out" }).waitFor()
})

test('the dashboard lists five devices, and has one primary button', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  for (let count = 0; count < 6; count++) await signedInContext(foyer, t, person)

  await openPage(page, '/dashboard')

  const rows = page.getByRole('table', { name: "Where you're signed in" }).locator('tbody tr')
  assert.equal(await rows.count(), 5)
  await page.getByRole('link', { name: 'Show all 7' }).waitFor()
  await page.getByRole('heading', { name: '2 things to improve' }).waitFor()
  assert.equal(await page.locator('main [data-tone=primary]:visible').count(), 1)
})
