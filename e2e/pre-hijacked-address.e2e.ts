import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createAccount, newPerson, postForm } from './account-steps.ts'
import { startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('without script the reader of a new address removes every other way in and chooses a password (VER-14)', async (t) => {
  const { context } = await foyer.visitor(t)
  const person = newPerson()
  await createAccount(foyer, context, person)
  await postForm(context, '/user/confirm-password', { password: person.password })
  const { email } = newPerson()
  await postForm(context, '/user/email-change', { email })
  const { page } = await foyer.visitor(t, { javaScriptEnabled: false })

  await page.goto(await foyer.waitForMailLink(email, /\/email-change\/\S+/))
  await page.getByText('Account created').waitFor()
  await page.getByLabel('Remove every other way in').check()
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()

  assert.equal(await page.getByLabel('Email address').inputValue(), email)
  const dashboard = await context.request.get(`${foyer.origin}/dashboard`)
  assert.match(dashboard.url(), /\/login$/)
})
