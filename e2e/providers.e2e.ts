import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { startOpenIdProvider } from '#testing/openid-provider.ts'
import { adaThere, providerSettings } from '#testing/provider-flows.ts'

import { createAccount } from './account-steps.ts'
import { runAxe } from './axe.ts'
import { openPage, startTestServer, type Visitor } from './test-server.ts'

const provider = await startOpenIdProvider({ redirectUris: null, people: [adaThere] })
after(() => provider.close())
const foyer = startTestServer(providerSettings(provider))

/** The next sign-in there is by a new person. */
function newPersonThere(name: string) {
  const sub = `${name} ${performance.now()}`
  provider.people = [
    { sub, name, email: `${sub.replaceAll(/\W/g, '')}@example.com`, email_verified: true },
  ]
}

/** The browser has left for the provider, which other tests must never do. */
function allowProvider({ browserErrors }: Visitor) {
  const others = browserErrors.filter((it) => !it.startsWith(provider.issuer))
  browserErrors.length = 0
  assert.deepEqual(others, [])
}

test('one click signs up with a provider, and the page says next time which one it was', async (t) => {
  const visitor = await foyer.newVisitor(t)
  const { page } = visitor
  newPersonThere('Grace Hopper')
  await openPage(page, '/login')

  await page.getByRole('link', { name: 'Continue with Example' }).press('Enter')

  await page.getByRole('heading', { level: 1, name: /terms/i }).waitFor()
  await page.getByRole('checkbox').check()
  await page.locator('main form button[type=submit]').first().click()
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor()
  await page.context().clearCookies({ name: 'foyer' })
  await openPage(page, '/login')
  await page.getByText('You last signed in with this.').waitFor()
  assert.deepEqual((await runAxe(page)).violations, [])
  allowProvider(visitor)
})

test('an account is linked and unlinked on the security page, on a phone', async (t) => {
  const visitor = await foyer.newVisitor(t, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const { page, context } = visitor
  const person = await createAccount(foyer, context)
  newPersonThere('Ada Lovelace')
  await openPage(page, '/user/profile/security')

  await page.getByRole('link', { name: 'Link Example' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()

  await page.getByRole('button', { name: 'Unlink Example' }).waitFor()
  assert.deepEqual((await runAxe(page)).violations, [])
  await page.getByRole('button', { name: 'Unlink Example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink Example?' })
  await dialog.getByRole('button', { name: 'Unlink account' }).click()
  await page.getByRole('link', { name: 'Link Example' }).waitFor()
  allowProvider(visitor)
})

test('an account is linked and unlinked without JavaScript', async (t) => {
  const visitor = await foyer.newVisitor(t, { javaScriptEnabled: false })
  const { page, context } = visitor
  const person = await createAccount(foyer, context)
  newPersonThere('Ada Lovelace')
  await page.goto('/user/profile/security')

  await page.getByRole('link', { name: 'Link Example' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText("You've confirmed it's you. You can now continue.").waitFor()
  await page.getByRole('link', { name: 'Link Example' }).click()
  await page.getByRole('button', { name: 'Unlink Example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink Example?' })
  await dialog.getByRole('button', { name: 'Unlink account' }).click()

  await page.getByRole('link', { name: 'Link Example' }).waitFor()
  allowProvider(visitor)
})

test('"Keep me signed in" counts for providers, without JavaScript', async (t) => {
  const visitor = await foyer.newVisitor(t, { javaScriptEnabled: false })
  const { page, context } = visitor
  newPersonThere('Katherine Johnson')
  await page.goto('/login')

  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('link', { name: 'Continue with Example' }).click()

  await page.getByRole('heading', { level: 1, name: /terms/i }).waitFor()
  const [session] = (await context.cookies()).filter(({ name }) => name === 'foyer')
  assert.ok((session?.expires ?? 0) > Date.now() / 1000)
  allowProvider(visitor)
})

test('an account whose only way in is a provider confirms there, and comes back to what it wanted', async (t) => {
  const visitor = await foyer.newVisitor(t)
  const { page } = visitor
  newPersonThere('Mary Jackson')
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await page.getByRole('checkbox').check()
  await page.locator('main form button[type=submit]').first().click()
  await page.getByRole('heading', { name: 'Mary Jackson', level: 1 }).waitFor()
  await page.context().request.delete('/user/confirmed-password-status', {
    headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  })
  await openPage(page, '/user/profile/security')

  await page.getByRole('button', { name: 'Unlink Example' }).click()
  const popup = page.getByRole('dialog', { name: 'Unlink Example?' })
  await popup.getByRole('button', { name: 'Unlink account' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByRole('link', { name: 'Continue with Example' }).click()

  await page.getByText("You've confirmed it's you. You can now continue.").waitFor()
  assert.equal(new URL(page.url()).pathname, '/user/profile/security')
  await page.getByRole('button', { name: 'Unlink Example' }).click()
  await popup.getByRole('button', { name: 'Unlink account' }).click()
  await page.getByText('This is your only way to sign in.').waitFor()
  allowProvider(visitor)
})
