import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmInDialog, createAccount, newPerson, postForm } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const addressLink = /\/email-address\/\S+/

test('an address is added, confirmed, made primary, and the former one removed', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const second = newPerson().email
  await openPage(page, '/user/profile')

  await page.getByText('Add an address', { exact: true }).click()
  await page.getByLabel('Additional email address').fill(second)
  await page.locator('#email-addresses').getByRole('button', { name: 'Send link' }).click()
  await confirmInDialog(page, person)
  await page
    .getByRole('listitem')
    .filter({ hasText: second })
    .getByText(/^Not confirmed/)
    .waitFor()
  await page.goto(await foyer.waitForMailLink(second, addressLink))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByText(`${second} is added to your account.`).waitFor()

  await page.getByRole('button', { name: `Make ${second} the primary address` }).click()
  await page.getByRole('button', { name: 'Make it primary' }).click()
  await page.getByText(`Your email address is now ${second}.`).waitFor()
  await page.getByRole('button', { name: `Remove ${person.email}` }).click()
  await page.getByRole('button', { name: 'Remove address' }).click()

  await page.getByText('The address is removed.').waitFor()
  assert.equal(await page.locator('#email-addresses .item-list').count(), 0)
})

test('too many links to one address are refused at its button', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { password } = await createAccount(foyer, context)
  const second = newPerson().email
  await postForm(context, '/user/confirm-password', { password })
  for (let count = 0; count < 3; count++)
    await postForm(context, '/user/email-addresses', { email: second })
  await openPage(page, '/user/profile')

  const row = page.getByRole('listitem').filter({ hasText: second })
  await row.getByRole('button', { name: `Send the link to ${second} again` }).click()

  await row
    .getByRole('alert')
    .getByText(/^Too many/)
    .waitFor()
})

test('without script an address is added, confirmed and removed', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  const person = await createAccount(foyer, context)
  const second = newPerson().email
  await postForm(context, '/user/confirm-password', { password: person.password })
  await page.goto('/user/profile')
  const section = page.locator('#email-addresses')

  await section.getByText('Add an address', { exact: true }).click()
  await section.getByLabel('Additional email address').fill(second)
  await section.getByRole('checkbox').check()
  await section.getByRole('button', { name: 'Send link' }).click()
  await section.getByRole('listitem').filter({ hasText: second }).waitFor()
  await page.goto(await foyer.waitForMailLink(second, addressLink))
  await page.getByRole('button', { name: 'Confirm email address' }).click()

  await section
    .getByRole('listitem')
    .filter({ hasText: second })
    .getByText('Recovery only')
    .waitFor()
  await section.getByRole('button', { name: `Remove ${second}` }).click()
  await page.getByRole('button', { name: 'Remove address' }).click()
  await section.getByRole('listitem').filter({ hasText: second }).waitFor({ state: 'detached' })
})
