import assert from 'node:assert/strict'
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

// Older passkeys may stay, as the page after says.
for (const [locale, promise] of [
  ['en', 'removes passkeys that an attacker may have added.'],
  ['de', 'ebenso Passkeys, die ein Angreifer hinzugefügt haben könnte.'],
  ['fr', 'les clés d’accès qu’un attaquant a pu ajouter.'],
] as const)
  test(`the takeover page does not promise that all passkeys are removed (${locale})`, async (t) => {
    const { page, context } = await foyer.visitor(t, { locale })
    const person = await createAccount(foyer, context)
    await signedInContext(foyer, t, person)

    await page.goto(await foyer.waitForMailLink(person.email, /\/not-me\/\S+/))

    const [first = ''] = await page.locator('main p').allTextContents()
    assert.ok(first.endsWith(promise), first)
  })
