import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newPerson, postForm, register, signedOutAccount } from './account-steps.ts'
import { openPage, startTestServer, type TestServer } from './test-server.ts'

const foyer = startTestServer()

async function mailedCode(server: TestServer, address: string, subject: RegExp): Promise<string> {
  const { text } = await server.waitForMail(address, subject)
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}

test('a code from the mail signs in with one click and six digits, and keeps "Keep me signed in"', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { email } = await signedOutAccount(foyer, context)
  await openPage(page, '/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()

  const field = page.getByLabel('Six-digit code')
  await field.and(page.locator(':focus')).waitFor()
  const code = await mailedCode(foyer, email, /sign-in code/)
  await field.fill(code)
  await page.waitForURL('**/dashboard')

  const cookie = (await context.cookies()).find(({ name }) => name === 'foyer')
  assert.ok(cookie && cookie.expires > 0)
})

test('a wrong code shows an error and clears the field, and a new code can be sent', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { email } = await signedOutAccount(foyer, context)
  await openPage(page, '/login?step=password')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByText('Enter your email address.').waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const code = await mailedCode(foyer, email, /sign-in code/)

  await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000')
  await page.getByText("That code isn't right, or it no longer works.").waitFor()
  assert.equal(await page.getByLabel('Six-digit code').inputValue(), '')
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByText('Sent again').waitFor()
})

test('too many new codes are refused at their button', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { email } = await signedOutAccount(foyer, context)
  await openPage(page, '/login?step=password')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()

  const sendForm = page.locator('form').filter({ hasText: 'Send a new code' })
  await sendForm.waitFor()
  for (let count = 0; count < 4; count++) await postForm(context, '/login/code', { email })
  await sendForm.getByRole('button').click()

  await sendForm
    .getByRole('alert')
    .getByText(/^Too many/)
    .waitFor()
})

test('a registration is completed by the code of its mail, pasted with a space', async (t) => {
  const { page } = await foyer.visitor(t)
  const person = newPerson()
  await register(page, person)

  const code = await mailedCode(foyer, person.email, /Confirm your email/)
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)

  await page.waitForURL('**/dashboard')
})

test('a code leads to the new password, without leaving the device', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { email } = await signedOutAccount(foyer, context)
  await openPage(page, '/forgot-password')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()

  const code = await mailedCode(foyer, email, /Choose a new password/)
  await page.getByLabel('Six-digit code').fill(code)

  await page.waitForURL('**/reset-password/**')
  await page.getByLabel('New password', { exact: true }).waitFor()
})
