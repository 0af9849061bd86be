import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'

import { fillSignIn, type Person, postForm } from './account-steps.ts'
import { openPage } from './test-server.ts'

/** The current code, or the next step's, since enabling two-factor has used the current one. */
export function totpCode(secret: string, steps: 0 | 1 = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/**
 * Starts two-factor enrollment without a page. @returns the secret in Base32
 *
 * @param person  null when the sign-in has just confirmed the session
 */
export async function startTwoFactorSetup(
  context: BrowserContext,
  person: Person | null,
): Promise<string> {
  if (person) await postForm(context, '/user/confirm-password', { password: person.password })
  await postForm(context, '/user/two-factor-authentication', {})
  const response = await context.request.get('/user/two-factor-secret-key')
  return (await response.json()).secretKey
}

/** Enables two-factor without a page; the next page shows the recovery codes. @returns the secret in Base32 */
export async function enableTwoFactor(
  context: BrowserContext,
  person: Person | null,
): Promise<string> {
  const secret = await startTwoFactorSetup(context, person)
  await postForm(context, '/user/confirmed-two-factor-authentication', { code: totpCode(secret) })
  return secret
}

export async function readSetupKey(page: Page): Promise<string> {
  await page.locator('.qr').waitFor()
  return (await page.locator('.secret-key > code').innerText()).replaceAll(' ', '')
}

/** Waits until a wrong code is rejected and its field is cleared. */
export async function waitForCodeRejected(page: Page): Promise<void> {
  await page.locator('.field-error').waitFor()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name=code]')?.value === '',
  )
}

/** Enables two-factor through the page; typing the last digit submits the form. */
export async function enableTwoFactorInUi(
  page: Page,
  { password }: Person,
): Promise<{ secret: string; codes: string[] }> {
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  await page.locator('dialog [name=password]').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const secret = await readSetupKey(page)
  await page.getByLabel('Six-digit code').pressSequentially(totpCode(secret))
  await page.locator('.recovery-codes').waitFor()
  return { secret, codes: await page.locator('.recovery-codes li').allInnerTexts() }
}

export async function goToTwoFactorChallenge(page: Page, person: Person): Promise<void> {
  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
}
