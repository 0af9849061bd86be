import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { fillSignIn, createAccount, type Person, postForm } from './account-steps.ts'
import {
  type BrowserAuthenticator,
  disablePasskeyAutofill,
  addAuthenticator,
} from './browser-authenticator.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

const listCredentials = async ({ cdp, authenticatorId }: BrowserAuthenticator) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials

async function addPasskey(page: Page, { password }: Person): Promise<void> {
  await postForm(page.context(), '/user/confirm-password', { password })
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.locator('#passkeys .item-list').getByText('Chrome on Linux').waitFor()
}

async function withPasskey(t: TestContext) {
  const visitor = await foyer.newVisitor(t)
  const { page, context } = visitor
  const key = await addAuthenticator(context, page)
  const person = await createAccount(foyer, context)
  await addPasskey(page, person)
  return { ...visitor, key, person }
}

test('a passkey chosen from the autofill list signs in (PKC-05)', async (t) => {
  const { page, person } = await withPasskey(t)
  await clearCookies(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))

  await page.goto('/login')

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  assert.ok(requests.includes('/passkeys/login'))
})

test('passkey autofill fails silently, but reports errors once a passkey is chosen (PKC-05)', async (t) => {
  const { page, context, browserErrors, person } = await withPasskey(t)
  await clearCookies(page)
  let optionsRequests = 0
  await page.route('**/passkeys/login/options', (route) => {
    optionsRequests++
    return route.fulfill({ status: 503, json: { message: 'Later.' } })
  })
  const rejected = page.waitForResponse('**/passkeys/login/options')
  await openPage(page, '/login?step=password')
  await rejected
  await fillSignIn(page, person)
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.equal(optionsRequests, 1)

  await page.unroute('**/passkeys/login/options')
  const errors = { credential: ['That passkey opens no account here.'] }
  await page.route('**/passkeys/login', (route) =>
    route.fulfill({ status: 422, json: { message: errors.credential[0], errors } }),
  )
  await openPage(page, '/login')
  await page.getByRole('alert').getByText('That passkey opens no account here.').waitFor()

  await disablePasskeyAutofill(context)
  await page.unroute('**/passkeys/login')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  assert.ok(!requests.includes('/passkeys/login/options'))
  browserErrors.length = 0
})

test('"Keep me signed in" applies to passkeys too', async (t) => {
  const { page, context, person } = await withPasskey(t)
  await clearCookies(page)
  await disablePasskeyAutofill(context)
  await openPage(page, '/login')
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()

  const cookie = (await context.cookies()).find(({ name }) => name === 'foyer')
  assert.ok(cookie && cookie.expires > Date.now() / 1000 + 86_400)
})

test('a passkey that the device refuses says so, and the password still works (PKC-07)', async (t) => {
  const { page, key, person } = await withPasskey(t)
  const { cdp, authenticatorId } = key
  await clearCookies(page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await openPage(page, '/login')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  const requests = page.waitForResponse('**/passkeys/login/options')
  await button.click()
  await requests

  await page.waitForFunction(() => !document.querySelector('[aria-disabled=true]'))
  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('a passkey confirms a sensitive action', async (t) => {
  const { page, context, person } = await withPasskey(t)
  await clearCookies(page)
  await disablePasskeyAutofill(context)
  await openPage(page, '/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await postForm(context, '/user/confirmed-password-status?_method=delete', {})
  await openPage(page, '/user/profile/security')

  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.locator('#passkeys .item-list').getByLabel('Name').fill('My desk')
  await page.getByRole('button', { name: 'Save the name' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()

  await page.getByRole('button', { name: 'Rename My desk' }).waitFor()
})

test('a device that already has a passkey for the account says so (PKC-07)', async (t) => {
  const { page } = await withPasskey(t)

  await page.getByRole('button', { name: 'Add a passkey' }).click()

  await page.getByText('This device already has a passkey for your account.').waitFor()
})

test('a passkey that the browser refuses to create is not met with silence (PKC-07)', async (t) => {
  const { page, context, key } = await withPasskey(t)
  const { cdp, authenticatorId } = key
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  assert.ok(context)

  await page.getByRole('button', { name: 'Add a passkey' }).click()

  await page.getByRole('alert').getByText('No passkey was added.').waitFor()
})

test('a passkey is renamed in place, and the focus is restored', async (t) => {
  const { page } = await withPasskey(t)
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  const field = page.locator('#passkeys .item-list').getByLabel('Name')
  await field.fill('')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('Enter a name.').first().waitFor()

  await field.fill('My desk')
  await field.press('Enter')

  await page.locator('#passkeys .item-list').getByText('My desk').waitFor()
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Rename My desk')
})

test('a removed passkey disappears from the list and from the device', async (t) => {
  const { page, key } = await withPasskey(t)
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  const signalled = page.waitForResponse('**/user/passkeys/options')
  await page.getByRole('button', { name: 'Remove passkey' }).click()

  await page.getByText('No passkeys yet.').waitFor()
  await signalled
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null)
  // The browser signals the device asynchronously.
  while ((await listCredentials(key)).length > 0) await page.waitForTimeout(50)
})

test('a browser without passkey support says so and offers none (PKC-02)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await openPage(page, '/login')
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  await createAccount(foyer, context)

  await openPage(page, '/user/profile/security')

  await page.getByText("This browser doesn't support passkeys.").waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
})
