import { test } from 'node:test'

import { open, openFoyer } from './foyer.ts'
import { join, signIn, signOut } from './people.ts'

const foyer = openFoyer()

test('what is to do about an event is asked for when it is opened, and follows what other devices do', async (t) => {
  const laptop = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, laptop.context)
  await signIn(phone.page, person)
  const { page } = laptop
  const hears = page.waitForResponse('**/broadcasting/auth')
  await open(page, '/time-travel')
  await hears
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
