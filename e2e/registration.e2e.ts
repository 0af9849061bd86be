import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  signedOutAccount,
  fillRegistration,
  passwordField,
  register,
  signIn,
  newPerson,
} from './account-steps.ts'
import { openPage, startTestServer, useLocalAddress } from './test-server.ts'

const foyer = startTestServer()

test('registering sends a mail to the mailbox, and one click in it confirms the account', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await useLocalAddress(context)
  const person = newPerson()
  await register(page, person)
  await page.getByText(person.email).waitFor()
  await foyer.waitForMail(person.email)

  await openPage(page, '/mailbox')
  await page.getByRole('link', { name: person.email }).click()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Confirm email address' })
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await opened.getByRole('button', { name: 'Confirm email address' }).click()

  await opened.getByText('Welcome. Your account is ready.').waitFor()
  await opened.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('"Check your email" links to the mailbox if mail is not sent', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await useLocalAddress(context)
  await register(page, newPerson())

  await page.getByRole('link', { name: 'Open the mailbox' }).click()

  await page.getByRole('heading', { name: 'Mailbox' }).waitFor()
})

test('in another browser the link requires the password', async (t) => {
  const [laptop, phone] = [await foyer.visitor(t), await foyer.visitor(t)]
  const person = newPerson()
  await register(laptop.page, person)
  const { page } = phone
  await openPage(page, await foyer.waitForMailLink(person.email, /\/email\/\S+/))
  const confirm = page.getByRole('button', { name: 'Confirm email address' })

  await passwordField(page).fill('a guess of mine')
  await confirm.click()
  await page
    .getByText("That password isn't right. Enter the one you chose when you signed up.")
    .waitFor()
  await passwordField(page).fill(person.password)
  await confirm.click()

  await page.waitForURL('**/dashboard')
})

test('a confirmation link works once', async (t) => {
  const { page } = await foyer.visitor(t)
  const person = newPerson()
  await register(page, person)
  const link = await foyer.waitForMailLink(person.email, /\/email\/\S+/)
  await openPage(page, link)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.waitForURL('**/dashboard')

  const stranger = await foyer.visitor(t)
  const response = await stranger.page.goto(link)

  assert.equal(response?.status(), 410)
  stranger.browserErrors.length = 0
})

test('reading the terms while registering keeps the input', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = newPerson()
  await openPage(page, '/register')
  await fillRegistration(page, person)

  const link = page.getByRole('main').getByRole('link', { name: 'Terms of Service' })
  const [terms] = await Promise.all([context.waitForEvent('page'), link.click()])
  await terms.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor()
  await terms.close()

  assert.equal(await page.getByLabel('Name').inputValue(), person.name)
  assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
  assert.equal(await passwordField(page).inputValue(), person.password)
  assert.equal(await page.getByRole('checkbox').isChecked(), true)
})

test('errors show under their fields, and the first one gets the focus', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/register')
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Create account' }).click()

  const email = page.getByLabel('Email address')
  await email.and(page.locator(':focus')).waitFor()
  assert.equal(await email.getAttribute('aria-invalid'), 'true')
  const note = await email.getAttribute('aria-describedby')
  assert.equal(await page.locator(`[id="${note}"]`).innerText(), 'Enter your email address.')
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ada')

  await email.fill('ada@example.com')
  await passwordField(page).fill('too short')
  await page.getByRole('checkbox').check()
  await page.locator('.field-error').waitFor({ state: 'detached' })
  await page.locator('.password-strength').getByText('At least 12 characters.').waitFor()
})

test('the dashboard shows the security check-up and this device', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await signIn(page, await signedOutAccount(foyer, context))

  await page.getByRole('heading', { name: 'One thing to improve' }).waitFor()
  await page.locator('#devices').getByText('This device').waitFor()
})
