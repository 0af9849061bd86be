import assert from 'node:assert/strict'
import { test } from 'node:test'

import { open, openFoyer } from './foyer.ts'
import { absentee, join, signIn } from './people.ts'

const foyer = openFoyer()
const password = 'lanterns over the harbour'
const resetLink = /\/reset-password\/\S+/

test('who has forgotten the password chooses a new one and is let in with it', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await absentee(foyer, context)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()

  await open(page, await foyer.linkTo(person.email, resetLink))
  assert.equal(await page.getByLabel('E-mail address').inputValue(), person.email)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save the new password' }).click()

  await page.getByText('Your password is changed. Sign in with it.').waitFor()
  assert.equal(await page.getByLabel('E-mail address').inputValue(), person.email)
  await signIn(page, { ...person, password })
})

test('without script too', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  const person = await absentee(foyer, context)
  await open(page, '/forgot-password')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('If that address has an account here').waitFor()

  await open(page, await foyer.linkTo(person.email, resetLink))
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await page.locator('.field-error').waitFor()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save the new password' }).click()

  await page.getByText('Your password is changed. Sign in with it.').waitFor()
})

test('what is wrong with a change of password stands in its section; then it is saved', async (t) => {
  const { page, context, complaints } = await foyer.visitor(t)
  const person = await join(foyer, context)
  await open(page, '/user/profile')
  const section = page.getByRole('region', { name: 'Password' })
  const current = section.getByLabel('Current password')
  await current.fill('a guess')
  await section.getByLabel('New password').fill(password)
  await section.getByRole('button', { name: 'Change your password' }).click()
  await section.getByText('That is not your current password.').waitFor()
  await current.and(page.locator(':focus')).waitFor()
  assert.equal(await section.getByLabel('New password').inputValue(), password)

  await current.fill(person.password)
  await section.getByRole('button', { name: 'Change your password' }).click()

  await section.getByText('Saved').waitFor()
  assert.equal(await section.getByLabel('New password').inputValue(), '')
  assert.equal(await section.locator('.meter').count(), 0)
  assert.deepEqual(complaints, [])
})
