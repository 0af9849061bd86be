import assert from 'node:assert/strict'
import { test } from 'node:test'

import { server } from '#testing/server.ts'

import { codeOf, codeRefused, shownKey, toTheChallenge, turnOnByHand } from './authenticator-app.ts'
import { onlyByButton, plugIn } from './authenticator.ts'
import { open, openFoyer } from './foyer.ts'
import { follow, mailsTo, openMail } from './mail-reader.ts'
import { confirmInDialog, fillSignIn, join, register, signIn, signOut, someone } from './people.ts'

const foyer = openFoyer()
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test('lost phone: a recovery code lets its owner in, and another app takes its place', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, context)
  const lost = await turnOnByHand(page, person)
  await context.clearCookies()

  await toTheChallenge(page, person)
  await page.getByRole('link', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(lost.codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await openMail(page, person, 'A recovery code was used')

  await open(page, '/user/profile#two-factor')
  await page.getByText('9 recovery codes are left.').waitFor()
  await page.getByRole('button', { name: 'Move to another app' }).click()
  await confirmInDialog(page, person)
  const secret = await shownKey(page)
  await page.getByLabel('Six-digit code').pressSequentially(codeOf(secret))
  await page.getByText('10 recovery codes are left.').waitFor()
  await signOut(page, person)

  await toTheChallenge(page, person)
  await page.getByLabel('Six-digit code').fill(codeOf(lost.secret, 1))
  await codeRefused(page)
  await page.getByLabel('Six-digit code').fill(codeOf(secret, 1))
  await page.waitForURL('**/dashboard')
})

test('stolen password: the owner says it was not me, and the thief is out for good', async (t) => {
  const [home, thief] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const phone = await foyer.visitor(t)
  const person = await join(foyer, home.context)
  await signIn(thief.page, person)

  const { page } = phone
  const mail = await openMail(page, person, 'A new device signed in to your account')
  await mail.getByText('Firefox on Windows').waitFor()
  const notMe = await follow(page, mail, "This wasn't me")
  await notMe.getByRole('button', { name: 'It was not me, end every session' }).click()
  await notMe.getByRole('heading', { name: 'Your account is closed to everyone else' }).waitFor()
  await thief.page.getByRole('heading', { name: 'You are signed out' }).waitFor()

  const way = await openMail(page, person, 'Your way back into your account')
  const reset = await follow(page, way, 'Choose a new password')
  const password = 'lanterns over the harbour'
  await reset.getByLabel('New password').fill(password)
  await reset.getByRole('button', { name: 'Save the new password' }).click()
  await reset.getByText('Your password is changed. Sign in with it.').waitFor()
  await signIn(page, { ...person, password })
  await open(page, '/user/profile#sessions')
  await page.getByText('Only this device is signed in.').waitFor()

  await fillSignIn(thief.page, person)
  await thief.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await thief.page.getByText('That address and password do not belong together.').waitFor()
})

test('new laptop: password and code, then a passkey of its own, and one notice of it', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await join(foyer, home.context)
  const { secret } = await turnOnByHand(home.page, person)

  const { page, context } = laptop
  await onlyByButton(context)
  await plugIn(context, page)
  await toTheChallenge(page, person)
  await page.getByLabel('Six-digit code').fill(codeOf(secret, 1))
  await page.waitForURL('**/dashboard')
  await open(page, '/user/profile#passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmInDialog(page, person)
  await page.getByRole('table').getByText('Firefox on Windows').waitFor()
  await signOut(page, person)

  await open(page, '/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await open(page, '/user/profile#sessions')
  await page.getByText('By passkey').waitFor()

  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByRole('button', { name: 'Print the codes' }).waitFor()
  await openMail(page, person, 'You have new recovery codes')
  const notices = await mailsTo(page, person, 'A new device signed in to your account')
  assert.equal(await notices.count(), 1)
})

test('leaving and coming back: the data first, then two weeks to think, and one click', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await join(foyer, home.context)
  await signIn(laptop.page, person)
  const { page } = home
  await open(page, '/user/profile#data-export')
  await page.getByRole('button', { name: 'Collect my data' }).click()
  await confirmInDialog(page, person)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  assert.match((await download).suggestedFilename(), /\.zip$/)

  await page.getByLabel('The address of this account').fill('delete')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('Type the address of your account, as it stands above.').waitFor()
  await page.getByLabel('The address of this account').fill(person.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'This account will be deleted' }).waitFor()
  await page.getByText('in 14 days').waitFor()
  await page.goto('/dashboard')
  await page.waitForURL('**/user/leaving')
  await laptop.page.getByRole('heading', { name: 'You are signed out' }).waitFor()

  const mail = await openMail(laptop.page, person, 'Your account will be deleted')
  const back = await follow(laptop.page, mail, 'Keep my account')
  await back.getByRole('button', { name: 'Keep my account' }).click()
  await back.getByText('Your account stays. Sign in, and it is as it was.').waitFor()
  await fillSignIn(back, person)
  await back.getByRole('button', { name: 'Sign in', exact: true }).click()
  await back.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('leaving for good: after two weeks nothing is left but the receipt', async (t) => {
  const house = await server(t)
  const { page } = await foyer.visitor(t, { baseURL: house.origin })
  const person = someone()
  await register(page, person)
  const welcome = await openMail(page, person, 'Confirm your address')
  const confirming = await follow(page, welcome, 'Confirm this address')
  await confirming.getByRole('button', { name: 'Confirm this address' }).click()
  await confirming.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await open(page, '/user/profile#delete-account')
  await page.getByLabel('The address of this account').fill(person.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await confirmInDialog(page, person)
  await page.getByRole('heading', { name: 'This account will be deleted' }).waitFor()
  await page.context().close()
  house.child.kill('SIGTERM')
  await house.ended()

  const { origin } = await server(t, { STORAGE_DIR: house.storage, ...daysLater(15) })
  const later = await foyer.visitor(t, { baseURL: origin })
  const receipt = await openMail(later.page, person, 'account has been deleted')
  await receipt.getByText('We keep nothing about you any more.').waitFor()
  await open(later.page, '/login')
  await fillSignIn(later.page, person)
  await later.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await later.page.getByText('That address and password do not belong together.').waitFor()
})

/** Settings of a server whose clock is that far ahead. */
function daysLater(days: number): Record<string, string> {
  const script = `const now = Date.now; Date.now = () => now() + ${days * 86_400_000}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}
