import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmInDialog, createAccount, postForm, signedInContext } from './account-steps.ts'
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

test('a takeover can be reported when its steps have been requested too often', async (t) => {
  const laptop = await foyer.visitor(t)
  const person = await createAccount(foyer, laptop.context)
  const phone = await signedInContext(foyer, t, person)
  const { page } = laptop
  await page.route('**/time-travel?*', async (route) => {
    if (route.request().headers()['x-inertia-partial-data'] !== 'takeover') return route.continue()
    const response = await route.fetch()
    const answer = await response.json()
    const takeover = { ...answer.props.takeover, steps: null, isDone: false }
    return route.fulfill({ response, json: { ...answer, props: { ...answer.props, takeover } } })
  })
  await openPage(page, '/time-travel')
  await page
    .getByRole('link', { name: /New sign-in/ })
    .first()
    .click()
  await page.getByText("This wasn't me").click()
  await page.getByText("its steps aren't listed for now").waitFor()

  await page.getByRole('button', { name: 'Secure my account' }).click()
  const reported = page.waitForResponse('**/not-me')
  await confirmInDialog(page, person)
  await reported

  assert.match((await phone.request.get('/dashboard')).url(), /\/login$/)
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
