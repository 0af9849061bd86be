import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import {
  confirmInDialog,
  createAccount,
  newPerson,
  type Person,
  postForm,
} from './account-steps.ts'
import { enableTwoFactor, readSetupKey, totpCode } from './authenticator-app.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

async function arrive(t: TestContext, name: string) {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context, newPerson(name))
  return { page, context, person }
}

async function joinFromBell(page: Page): Promise<void> {
  await openPage(page, '/teams')
  await page.getByRole('button', { name: 'Join the team Engines' }).click()
}

/** Adds a second factor from the page of requirements, and returns to the open team. */
async function addFactorAndReturn(page: Page, person: Person): Promise<void> {
  await page.waitForURL('**/t/engines/requirements')
  await page.getByRole('link', { name: 'Add a second factor' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await confirmInDialog(page, person)
  await page.getByLabel('Six-digit code').pressSequentially(totpCode(await readSetupKey(page)))
  await page.locator('.recovery-codes').waitFor()
  await page.getByRole('link', { name: "I've saved them" }).click()
  await page.getByRole('heading', { name: 'Engines', level: 1 }).waitFor()
}

test('a company demands a second factor, of those it has and of those it invites', async (t) => {
  const ada = await arrive(t, 'Ada Lovelace')
  const grace = await arrive(t, 'Grace Hopper')
  const mary = await arrive(t, 'Mary Somerville')
  await postForm(ada.context, '/teams', { name: 'Engines', slug: 'engines' })
  const invite = ({ email }: Person) =>
    postForm(ada.context, '/t/engines/invitations', { email, role: 'member' })
  await invite(grace.person)
  await joinFromBell(grace.page)
  await grace.page.waitForURL('**/t/engines')

  // Ada has a second factor, and demands one of everybody.
  await enableTwoFactor(ada.context, ada.person)
  await openPage(ada.page, '/t/engines/settings')
  await ada.page.getByLabel('Change the requirements').click()
  await ada.page.getByLabel('Require a second factor').check()
  const saved = ada.page.waitForResponse((it) => it.request().method() === 'PUT')
  await ada.page.getByRole('button', { name: 'Save the requirements' }).click()
  await saved

  // Grace is led to add one, and comes back.
  await openPage(grace.page, '/t/engines')
  await addFactorAndReturn(grace.page, grace.person)

  // Mary, whom the company invites then, is too.
  await invite(mary.person)
  await joinFromBell(mary.page)
  await addFactorAndReturn(mary.page, mary.person)
})
