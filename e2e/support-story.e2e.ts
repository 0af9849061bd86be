import { test } from 'node:test'

import { createAccount, newPerson, postForm, signIn } from './account-steps.ts'
import { enableTwoFactor, goToTwoFactorChallenge } from './authenticator-app.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('support helps somebody who lost a phone', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const grace = await createAccount(foyer, context, newPerson('Grace Hopper'))
  await enableTwoFactor(context, grace)
  await clearCookies(page)
  const desk = await foyer.newVisitor(t)
  const ada = await createAccount(foyer, desk.context, newPerson('Ada Lovelace'))
  await runOperatorCommand(foyer, 'user:role', ada.email, 'admin', '--yes')
  await postForm(desk.context, '/user/confirm-password', { password: ada.password })

  // Grace has the password only.
  await goToTwoFactorChallenge(page, grace)

  // Ada finds her account, and turns two-factor off.
  await openPage(desk.page, '/admin')
  await desk.page.getByLabel('Address, name or id').fill(grace.email)
  await desk.page.locator('#content').getByRole('button', { name: 'Search' }).click()
  await desk.page.waitForURL(/search=/)
  await desk.page.getByRole('link', { name: grace.email }).click()
  await desk.page.getByRole('button', { name: 'Turn off two-factor' }).click()
  const dialog = desk.page.locator('dialog:popover-open')
  await dialog.getByLabel('Reason').fill('She lost her phone')
  await dialog.getByRole('button', { name: 'Turn off two-factor' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await foyer.waitForMailLink(grace.email, /\/not-me\/\S+/)

  // Grace is in again, and sees what was done, by whom and why.
  await signIn(page, grace)
  await openPage(page, '/time-travel')
  await page.getByText('By Ada Lovelace: She lost her phone').first().waitFor()
})
