import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import { createAccount } from './account-steps.ts'
import {
  totpCode,
  waitForCodeRejected,
  goToTwoFactorChallenge,
  enableTwoFactor,
  enableTwoFactorInUi,
} from './authenticator-app.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('enabling two-factor requires a confirmation, shows QR code and secret, and returns ten recovery codes', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const { codes } = await enableTwoFactorInUi(page, person)

  assert.equal(codes.length, 10)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  assert.ok(codes.every((code) => file.includes(code)))
  await page.getByText('10 left').waitFor()
})

test('after two-factor is turned on, the codes have the focus', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await enableTwoFactorInUi(page, await createAccount(foyer, context))

  await page
    .getByRole('heading', { name: 'Your recovery codes' })
    .and(page.locator(':focus'))
    .waitFor()
})

test('new recovery codes replace the old ones only after "I\'ve saved the new codes"', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const { codes } = await enableTwoFactorInUi(page, person)
  await openPage(page, '/user/profile/security')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })

  await section.locator('summary', { hasText: 'New codes' }).click()
  await section.getByRole('button', { name: 'Create new recovery codes' }).click()
  await section.getByText('Your old codes work until').waitFor()
  const newCodes = await section.locator('.recovery-codes li').allInnerTexts()
  assert.equal(new Set([...codes, ...newCodes]).size, 20)
  await section.getByRole('button', { name: "I've saved the new codes" }).click()

  await page.getByText('Your new recovery codes work now.').waitFor()
  await section.and(page.locator(':focus')).waitFor()
  await clearCookies(page)
  await goToTwoFactorChallenge(page, person)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(newCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('turning two-factor off says what is lost, and names the action', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await enableTwoFactorInUi(page, await createAccount(foyer, context))
  await openPage(page, '/user/profile/security')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })

  await section.locator('summary', { hasText: 'Turn off' }).click()
  await section.getByText('Your password will be all it takes to sign in.').waitFor()
  await section.getByText('On since').waitFor()
  await section.getByRole('button', { name: 'Turn off two-factor authentication' }).click()

  await section.getByText('Off. Your password is all it takes to sign in.').waitFor()
  await page.getByText('Two-factor authentication is off.').waitFor()
  await section.and(page.locator(':focus')).waitFor()
})

test('printing includes only the recovery codes while they are shown', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await enableTwoFactorInUi(page, await createAccount(foyer, context))

  await page.emulateMedia({ media: 'print' })

  assert.equal(await page.locator('.recovery-codes li').first().isVisible(), true)
  assert.equal(await page.getByText(/^Recovery codes for .*@/).isVisible(), true)
  assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), false)
})

test('signing in with a code: a wrong one is cleared, a pasted one submits itself', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const secret = await enableTwoFactor(context, person)
  await clearCookies(page)
  await goToTwoFactorChallenge(page, person)
  const field = page.getByLabel('Six-digit code')
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  await field.and(page.locator(':focus')).waitFor()

  await field.pressSequentially('000000')
  await waitForCodeRejected(page)
  const code = totpCode(secret, 1)
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)

  await page.waitForURL('**/dashboard')
})
