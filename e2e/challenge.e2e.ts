import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fillRegistration, newPerson } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer({ CHALLENGE: 'altcha' })

test('a browser does the proof of work of a sign-up, within the policy, also for a corrected form', async (t) => {
  const { page } = await foyer.visitor(t)
  const person = newPerson()
  await openPage(page, '/register')
  await fillRegistration(page, { ...person, password: 'password1234' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('That password is too common.').first().waitFor()
  await fillRegistration(page, person)

  const request = page.waitForRequest((it) => it.method() === 'POST')
  await page.getByRole('button', { name: 'Create account' }).click()
  const { altcha } = (await request).postDataJSON()

  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const answer: unknown = JSON.parse(Buffer.from(altcha, 'base64').toString())
  assert.partialDeepStrictEqual(answer, { algorithm: 'SHA-256' })
})

test('without script the sign-up form says what happens with the captcha, and works', async (t) => {
  const { page } = await foyer.newVisitor(t, { javaScriptEnabled: false })
  const response = await page.goto('/register')
  // Chromium shows what is in it only when script is disabled in its settings.
  assert.match((await response?.text()) ?? '', /<noscript><p[^>]*>Without JavaScript, only a few/)
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
})
