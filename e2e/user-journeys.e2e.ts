import assert from 'node:assert/strict'
import { test } from 'node:test'

import { spawnServer } from '#testing/spawn-server.ts'

import {
  confirmInDialog,
  fillSignIn,
  createAccount,
  register,
  signIn,
  signOut,
  newPerson,
} from './account-steps.ts'
import {
  totpCode,
  waitForCodeRejected,
  readSetupKey,
  goToTwoFactorChallenge,
  enableTwoFactor,
  enableTwoFactorInUi,
} from './authenticator-app.ts'
import { disablePasskeyAutofill, addAuthenticator } from './browser-authenticator.ts'
import { followMailLink, waitForMails, openMail } from './mailbox-page.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test('lost phone: a recovery code signs in, and another app replaces the lost one', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const lost = await enableTwoFactorInUi(page, person)
  await clearCookies(page)

  await goToTwoFactorChallenge(page, person)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(lost.codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await openMail(page, person, 'A recovery code was used')

  await openPage(page, '/user/profile/security#two-factor')
  await page.getByText('9 left').waitFor()
  await page.getByRole('button', { name: 'Change the app' }).click()
  const secret = await readSetupKey(page)
  await page.getByLabel('Six-digit code').pressSequentially(totpCode(secret))
  await page.getByText('10 left').waitFor()
  await signOut(page, person)

  await goToTwoFactorChallenge(page, person)
  await page.getByLabel('Six-digit code').fill(totpCode(lost.secret, 1))
  await waitForCodeRejected(page)
  await page.getByLabel('Six-digit code').fill(totpCode(secret, 1))
  await page.waitForURL('**/dashboard')
})

test('stolen password: reporting the takeover locks the thief out', async (t) => {
  const [home, thief] = [await foyer.newContext(t), await foyer.visitor(t, firefox)]
  const phone = await foyer.visitor(t)
  const person = await createAccount(foyer, home)
  await signIn(thief.page, person)

  const { page } = phone
  const mail = await openMail(page, person, 'A new device signed in to your account')
  await mail.getByText('Firefox on Windows').waitFor()
  const notMe = await followMailLink(page, mail, "This wasn't me")
  await notMe.getByRole('button', { name: "This wasn't me, secure my account" }).click()
  await notMe.getByRole('heading', { name: 'Your account is secured' }).waitFor()
  await thief.page.getByRole('heading', { name: "You're signed out" }).waitFor()

  const recoveryMail = await openMail(page, person, 'Get back into your account')
  const reset = await followMailLink(page, recoveryMail, 'Choose a new password')
  const password = 'lanterns over the harbour'
  await reset.getByRole('textbox', { name: 'Password' }).fill(password)
  await reset.getByRole('button', { name: 'Save password' }).click()
  await reset.getByText('Your account has a password now. Sign in with it.').waitFor()
  await signIn(page, { ...person, password })
  await openPage(page, '/user/profile/devices#sessions')
  await page.getByText("You're only signed in here.").waitFor()

  await fillSignIn(thief.page, person)
  await thief.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await thief.page.getByText("That email and password don't match.").waitFor()
})

test('new laptop: password and code, then its own passkey, and a single new-device mail', async (t) => {
  const home = await foyer.newContext(t)
  const laptop = await foyer.newVisitor(t, firefox)
  const person = await createAccount(foyer, home)
  const secret = await enableTwoFactor(home, person)

  const { page, context } = laptop
  await disablePasskeyAutofill(context)
  await addAuthenticator(context, page)
  await goToTwoFactorChallenge(page, person)
  await page.getByLabel('Six-digit code').fill(totpCode(secret, 1))
  await page.waitForURL('**/dashboard')
  await openPage(page, '/user/profile/security#passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.locator('#passkeys .item-list').getByText('Firefox on Windows').waitFor()
  await signOut(page, person)

  await openPage(page, '/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await openPage(page, '/user/profile/devices#sessions')
  await page.getByText('Passkey', { exact: true }).waitFor()

  await openPage(page, '/user/profile/security')
  await page.locator('summary', { hasText: 'New codes' }).click()
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByRole('button', { name: "I've saved the new codes" }).click()
  await page.getByText('Your new recovery codes work now.').waitFor()
  await openMail(page, person, 'You have new recovery codes')
  const notices = await waitForMails(page, person, 'A new device signed in to your account')
  assert.equal(await notices.count(), 1)
})

test('account deletion after an export is cancelled with one click', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await createAccount(foyer, home.context)
  await signIn(laptop.page, person)
  const { page } = home
  await openPage(page, '/user/profile/data#data-export')
  await page.getByRole('button', { name: 'Request my data' }).click()
  await confirmInDialog(page, person)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  assert.match((await download).suggestedFilename(), /\.zip$/)

  await page.locator('#delete-account summary').click()
  await page.getByLabel('Your email address').fill('delete')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.locator('.field-error').getByText('exactly as shown above').waitFor()
  await page.getByLabel('Your email address').fill(person.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'This account will be deleted' }).waitFor()
  await page.getByText('in 14 days').waitFor()
  await page.goto('/dashboard')
  await page.waitForURL('**/user/leaving')
  await laptop.page.getByRole('heading', { name: "You're signed out" }).waitFor()

  const mail = await openMail(laptop.page, person, 'Your account will be deleted')
  const cancelPage = await followMailLink(laptop.page, mail, 'Keep my account')
  await cancelPage.getByRole('button', { name: 'Keep my account' }).click()
  await cancelPage.getByText("Your account won't be deleted. Sign in to use it.").waitFor()
  await fillSignIn(cancelPage, person)
  await cancelPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await cancelPage.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('account deletion leaves only a receipt after two weeks', async (t) => {
  const server = await spawnServer(t)
  const { page } = await foyer.newVisitor(t, { baseURL: server.origin })
  const person = newPerson()
  await register(page, person)
  const welcome = await openMail(page, person, 'Confirm your email address')
  const confirming = await followMailLink(page, welcome, 'Confirm email address')
  await confirming.getByRole('button', { name: 'Confirm email address' }).click()
  await confirming.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await openPage(page, '/user/profile/data#delete-account')
  await page.getByLabel('Your email address').fill(person.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await confirmInDialog(page, person)
  await page.getByRole('heading', { name: 'This account will be deleted' }).waitFor()
  await page.context().close()
  server.child.kill('SIGTERM')
  await server.waitForExit()

  const { origin } = await spawnServer(t, { STORAGE_DIR: server.storageDir, ...clockDaysAhead(15) })
  const later = await foyer.newVisitor(t, { baseURL: origin })
  const receipt = await openMail(later.page, person, 'account has been deleted')
  await receipt.getByText('We no longer store anything about you.').waitFor()
  await openPage(later.page, '/login')
  await fillSignIn(later.page, person)
  await later.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await later.page.getByText("That email and password don't match.").waitFor()
})

function clockDaysAhead(days: number): Record<string, string> {
  const script = `const now = Date.now; Date.now = () => now() + ${days * 86_400_000}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}
