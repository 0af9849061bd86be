import { test } from 'node:test'

import { createAccount, signIn, signOut } from './people.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('the takeover steps of an event load when opened and update live', async (t) => {
  const laptop = await foyer.newVisitor(t)
  const phone = await foyer.newVisitor(t)
  const person = await createAccount(foyer, laptop.context)
  await signIn(phone.page, person)
  const { page } = laptop
  const authorized = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, '/time-travel')
  await authorized
  await page
    .getByRole('link', { name: /A device signed in/ })
    .first()
    .click()
  await page.getByText("This wasn't me").click()
  await page.getByText('End one session').waitFor()

  await signOut(phone.page, person)

  await page.getByText('Their sessions have ended').waitFor()
  await page.getByRole('button', { name: 'Secure my account' }).waitFor({ state: 'detached' })
})
