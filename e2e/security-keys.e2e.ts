import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import {
  confirmInDialog,
  createAccount,
  fillSignIn,
  type Person,
  postForm,
  signOut,
} from './account-steps.ts'
import { goToTwoFactorChallenge, totpCode } from './authenticator-app.ts'
import {
  addAuthenticator,
  disablePasskeyAutofill,
  plugInSecurityKey,
} from './browser-authenticator.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

async function addSecurityKey(page: Page, person: Person): Promise<void> {
  await postForm(page.context(), '/user/confirm-password', { password: person.password })
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Add a security key' }).click()
  await page.locator('#passkeys .item-list').getByText('After your password only').waitFor()
}

/** Two-factor by a security key without an app. */
async function withSecurityKey(t: TestContext) {
  const visitor = await foyer.newVisitor(t)
  const { page, context } = visitor
  await disablePasskeyAutofill(context)
  const key = await plugInSecurityKey(context, page)
  const person = await createAccount(foyer, context)
  await addSecurityKey(page, person)
  await page.getByLabel('Turn on two-factor authentication…').click()
  await page.getByRole('button', { name: 'Use a passkey or key' }).click()
  await page.locator('.recovery-codes').waitFor()
  const codes = await page.locator('.recovery-codes li').allInnerTexts()
  return { ...visitor, key, person, codes }
}

test('a missing key shows an error, and a recovery code signs in (SKY-16)', async (t) => {
  const { page, key, person, codes } = await withSecurityKey(t)
  const { cdp, authenticatorId } = key
  await clearCookies(page)
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await plugInSecurityKey(page.context(), page)
  await goToTwoFactorChallenge(page, person)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').getByText('No passkey was used').waitFor()

  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('a sign-in that has expired meanwhile starts again (SKY-16)', async (t) => {
  const { page, context, person, browserErrors } = await withSecurityKey(t)
  await clearCookies(page)
  await goToTwoFactorChallenge(page, person)
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'foyer-challenge')
  assert.ok(cookie)
  await context.addCookies([{ ...cookie, value: 'x'.repeat(43) }])

  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByText('That took too long. Enter your password again.').waitFor()
  browserErrors.length = 0
})

test('a device that is trusted after the key signs in with the password alone (SKY-18)', async (t) => {
  const { page, person } = await withSecurityKey(t)
  await clearCookies(page)
  await goToTwoFactorChallenge(page, person)
  await page.getByLabel("Trust this device for 30 days: it won't ask for a passkey").check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await signOut(page, person)

  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('the preferred factor is asked for first, and the others are one click away (SKY-16)', async (t) => {
  const { page, context, person } = await withSecurityKey(t)
  await page.getByRole('button', { name: 'Add an app' }).click()
  await page.locator('.qr').waitFor()
  const response = await context.request.get('/user/two-factor-secret-key')
  const { secretKey } = await response.json()
  await page.getByLabel('Six-digit code').pressSequentially(totpCode(secretKey))
  await page.getByText('Your authenticator app is added.').waitFor()
  await page.locator('summary', { hasText: 'Change…' }).click()
  const method = page.getByLabel('Default method', { exact: true })
  assert.deepEqual(await method.locator('option').allInnerTexts(), [
    'Passkey or security key',
    'Code from the app',
  ])
  await method.selectOption('code')
  await page.locator('#two-factor').getByRole('button', { name: 'Save default method' }).click()
  await page.getByText("That's your default second factor now.").waitFor()
  await clearCookies(page)

  await goToTwoFactorChallenge(page, person)
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByRole('link', { name: 'Use your passkey or security key' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('a passkey signs in after the password, too (SKY-16)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await disablePasskeyAutofill(context)
  await addAuthenticator(context, page)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/second-factor')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmInDialog(page, person)
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  await page.locator('.recovery-codes').waitFor()
  await clearCookies(page)

  await goToTwoFactorChallenge(page, person)
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('the only key of two-factor is not removed, and the reason is shown (SKY-11)', async (t) => {
  const { page } = await withSecurityKey(t)

  await page.getByRole('button', { name: 'Remove Security key' }).click()
  await page.getByRole('button', { name: 'Remove security key', exact: true }).click()

  await page.getByText('Two-factor authentication needs this one.').waitFor()
})

test('without script the challenge says so, and takes a recovery code (SKY-17)', async (t) => {
  const { person, codes } = await withSecurityKey(t)
  const context = await foyer.newContext(t, { javaScriptEnabled: false })
  const page = await context.newPage()
  await postForm(context, '/login', person)

  const response = await page.goto(`${foyer.origin}/two-factor-challenge`)
  const document = (await response?.text()) ?? ''
  assert.match(document, /<noscript><p>A passkey needs JavaScript, which is off in this browser/)
  assert.equal(await page.getByRole('button', { name: 'Continue' }).count(), 0)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})
