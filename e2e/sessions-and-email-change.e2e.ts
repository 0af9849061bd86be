import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  confirmInDialog,
  createAccount,
  passwordField,
  postForm,
  signIn,
  newPerson,
} from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test('ending another session requires a confirmation and signs it out immediately', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await createAccount(foyer, home.context)
  await signIn(laptop.page, person)

  const { page } = home
  await openPage(page, '/user/profile/devices')
  const laptopItem = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })
  await laptopItem.getByText('Password').waitFor()
  await laptopItem.locator('summary').click()
  await laptopItem.getByRole('button', { name: 'Sign out device' }).click()
  await confirmInDialog(page, person)

  await laptopItem.waitFor({ state: 'detached' })
  await page.getByText("You're only signed in here.").waitFor()
  await laptop.page.getByRole('heading', { name: "You're signed out" }).waitFor()
})

test('"Cancel" closes the question about a session and returns the focus to its button', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await createAccount(foyer, home.context)
  await signIn(laptop.page, person)
  const { page } = home
  await openPage(page, '/user/profile/devices')
  const laptopItem = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })
  const cancel = laptopItem.getByRole('button', { name: 'Cancel' })
  await laptopItem.locator('summary').click()

  await cancel.press('Enter')

  await cancel.waitFor({ state: 'hidden' })
  await laptopItem.locator('summary:focus').waitFor()
})

test('ending all other sessions requires the password', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await createAccount(foyer, home.context)
  await signIn(laptop.page, person)

  const { page } = home
  await openPage(page, '/user/profile/devices')
  await page.locator('summary', { hasText: 'Sign out all other devices' }).click()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('dialog')
  await passwordField(page).and(dialog.locator('input')).fill(person.password)
  await dialog.locator('button[type=submit]').click()

  await page.getByText("You're only signed in here.").waitFor()
  await laptop.page.getByRole('heading', { name: "You're signed out" }).waitFor()
})

test('confirming a new address changes it, and the old address can undo the change', async (t) => {
  const [home, elsewhere] = [await foyer.visitor(t), await foyer.visitor(t)]
  const person = await createAccount(foyer, home.context)
  const newEmail = newPerson().email
  const { page } = home
  await postForm(home.context, '/user/confirm-password', { password: person.password })

  await openPage(page, '/user/profile#address')
  await page.getByLabel('New email address').fill(newEmail)
  await page.getByRole('button', { name: 'Send link', exact: true }).click()
  await page.locator('#address').getByText(`${newEmail} Not confirmed`).waitFor()
  assert.equal(await page.getByLabel('New email address').count(), 0)
  await openPage(page, await foyer.waitForMailLink(newEmail, /\/email-change\/\S+/))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.waitForURL('**/user/profile')
  await page.getByText(`Your email address is now ${newEmail}.`).waitFor()

  const undo = /\/email-change\/\S+\/undo/
  await openPage(elsewhere.page, await foyer.waitForMailLink(person.email, undo))
  await elsewhere.page.getByRole('button', { name: 'Restore my address' }).click()
  await elsewhere.page.getByText(`Your email address is ${person.email} again.`).waitFor()

  await page.getByRole('heading', { name: "You're signed out" }).waitFor()
})

test('without script an email change is cancelled and a session ended', async (t) => {
  const [home, laptop] = [
    await foyer.visitor(t, { javaScriptEnabled: false }),
    await foyer.visitor(t, firefox),
  ]
  const person = await createAccount(foyer, home.context)
  await signIn(laptop.page, person)
  await postForm(home.context, '/user/confirm-password', { password: person.password })
  const { page } = home

  await openPage(page, '/user/profile')
  await page.locator('#address summary').click()
  await page.getByLabel('New email address').fill(newPerson().email)
  await page.getByRole('button', { name: 'Send link', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await page.getByText('Not confirmed', { exact: true }).waitFor({ state: 'detached' })
  await openPage(page, '/user/profile/devices')
  await page.locator('.item-list summary').click()
  await page.getByRole('button', { name: 'Sign out device' }).click()

  await page.getByText("You're only signed in here.").waitFor()
})
