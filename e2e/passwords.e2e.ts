import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedOutAccount, createAccount, signIn } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const newPassword = 'lanterns over the harbour'
const resetLink = /\/reset-password\/\S+/

test('a forgotten password is reset, and the new one signs in', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await signedOutAccount(foyer, context)
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()

  await openPage(page, await foyer.waitForMailLink(person.email, resetLink))
  assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save new password' }).click()

  await page.getByText('Your password was changed. Sign in with the new one.').waitFor()
  assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
  await signIn(page, { ...person, password: newPassword })
})

test('a password change shows errors in its section, then saves', async (t) => {
  const { page, context, browserErrors } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security')
  const section = page.getByRole('region', { name: 'Password' })
  await section.locator('summary').click()
  const current = section.getByLabel('Current password')
  await current.fill('a guess')
  await section.getByLabel('New password').fill(newPassword)
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByText("That password isn't right. Try again.").waitFor()
  await current.and(page.locator(':focus')).waitFor()
  assert.equal(await section.getByLabel('New password').inputValue(), newPassword)

  await current.fill(person.password)
  await section.getByRole('button', { name: 'Change password' }).click()

  await section.getByText('Changed now').waitFor()
  await page.getByText('Your password is changed.').waitFor()
  await section.locator('summary').and(page.locator(':focus')).waitFor()
  assert.equal(await section.getByLabel('New password').inputValue(), '')
  assert.equal(await section.locator('.password-strength').count(), 0)
  assert.deepEqual(browserErrors, [])
})
