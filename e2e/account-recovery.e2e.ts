import { test } from 'node:test'

import { newPerson } from './account-steps.ts'
import { accountWithCodes, forgetSession, stopLink } from './recovery-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('without script the owner stops a recovery from the mail (WAY-04)', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  const person = newPerson()
  const codes = await accountWithCodes(foyer, context, person)
  await forgetSession(context)
  await page.goto('/recover-account')
  await page.getByLabel('Email address').fill(codes.email)
  await page.getByLabel('Recovery code', { exact: true }).fill(codes.recovery_code)
  await page.getByLabel('Code from your authenticator app').fill(codes.code)
  await page.getByRole('button', { name: 'Request recovery' }).click()
  await page.getByRole('heading', { name: 'Your recovery is waiting' }).waitFor()

  await page.goto(await foyer.waitForMailLink(person.email, stopLink))
  await page.getByRole('button', { name: 'Stop this recovery' }).click()

  await page.getByRole('heading', { name: 'The recovery is stopped' }).waitFor()
  await page.goto('/recover-account')
  await page.getByText('The recovery that you asked for here is over').waitFor()
})

test('a recovery appears on the open dashboard of its owner, who stops it there (WAY-04)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const codes = await accountWithCodes(foyer, context, newPerson())
  await openPage(page, '/dashboard')
  const other = await foyer.newContext(t, { javaScriptEnabled: false })
  const form = await other.newPage()
  await form.goto('/recover-account')
  await form.getByLabel('Email address').fill(codes.email)
  await form.getByLabel('Recovery code', { exact: true }).fill(codes.recovery_code)
  await form.getByLabel('Code from your authenticator app').fill(codes.code)
  await form.getByRole('button', { name: 'Request recovery' }).click()

  await page.getByRole('button', { name: 'Stop this recovery' }).click()

  await page.getByRole('button', { name: 'Stop this recovery' }).waitFor({ state: 'detached' })
  await form.reload()
  await form.getByText('The recovery that you asked for here is over').waitFor()
})
