import { test } from 'node:test'

import { createAccount, postForm, signedInContext } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('the takeover steps of an event load when opened and update live', async (t) => {
  const laptop = await foyer.visitor(t)
  const person = await createAccount(foyer, laptop.context)
  const phone = await signedInContext(foyer, t, person)
  const { page } = laptop
  const authorized = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, '/time-travel')
  await authorized
  await page
    .getByRole('link', { name: /New sign-in/ })
    .first()
    .click()
  await page.getByText("This wasn't me").click()
  await page.getByText('Sign out one device').waitFor()

  await postForm(phone, '/logout', {})

  await page.getByText('Their devices are signed out').waitFor()
  await page.getByRole('button', { name: 'Secure my account' }).waitFor({ state: 'detached' })
})
