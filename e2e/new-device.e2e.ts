import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createAccount, fillSignIn, newPerson, signOut } from './account-steps.ts'
import { enableTwoFactor, totpCode } from './authenticator-app.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer({ NEW_DEVICE_CODE: '1' })
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

test('a wrong code shows an error at the field, and a new one can be sent (DEV-17)', async (t) => {
  const person = newPerson()
  await createAccount(foyer, await foyer.newContext(t), person)
  const { page } = await foyer.newVisitor(t, { userAgent: firefox })
  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const field = page.getByLabel('Six-digit code')
  await field.waitFor()
  const mail = await foyer.waitForMail(person.email, /enter this code there: \d{6}/)
  const [code = ''] = mail.text.match(/\b\d{6}\b/) ?? []

  await field.pressSequentially(code === '000000' ? '000001' : '000000')
  await page.locator('.field-error').waitFor()
  const error = await page.locator('.field-error').innerText()
  await page.getByRole('button', { name: 'Send a new code' }).click()

  assert.match(error, /That code isn't right/)
  await foyer.waitForMail(person.email, new RegExp(`enter this code there: (?!${code})\\d{6}`))
})

test('a device that is trusted signs in with the password alone (DEV-01)', async (t) => {
  const person = newPerson()
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context, person)
  const secret = await enableTwoFactor(context, person)
  await openPage(page, '/dashboard')
  await signOut(page, person)
  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Trust this device for 30 days').check()
  await page.getByLabel('Six-digit code').pressSequentially(totpCode(secret, 1))
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await signOut(page, person)

  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: /^Stop trusting/ }).click()
  await page.locator('#trusted-devices').waitFor({ state: 'detached' })
})
