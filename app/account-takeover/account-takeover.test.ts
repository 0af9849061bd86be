import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

const { email, password } = ada

/** Ada after a sign-in from a new phone, with the mail that reports it. */
async function adaIsNotified(t: TestContext) {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  return { foyer, laptop, phone, mail, link }
}

const submit = { method: 'POST', body: {} } as const

/** Resets the password with the newest link and signs in. @returns the redirect of the sign-in */
async function recoverAccount(foyer: TestApp): Promise<string | undefined> {
  const owner = foyer.browser()
  const newPassword = await resetPassword(foyer, owner)
  return (await owner.visit('login.store', { email, password: newPassword })).location
}

/** Resets the password with the newest link. @returns the new password */
async function resetPassword(foyer: TestApp, browser: TestBrowser): Promise<string> {
  const links = (await foyer.mails()).map(({ text }) => text.match(/\/reset-password\/(\S+)/)?.[1])
  const token = links.find((link) => link !== undefined)
  const newPassword = `a new row of quiet engines ${token?.slice(-4)}`
  const form = { token, email, password: newPassword, password_confirmation: newPassword }
  assert.equal((await browser.visit('password.update', form)).location, '/login')
  return newPassword
}

test('opening the "this wasn\'t me" link changes nothing, so mail scanners do no harm', async (t) => {
  const { foyer, laptop, phone, link } = await adaIsNotified(t)

  const opened = await foyer.browser().visitPath(link)

  assert.equal(opened.page.component, 'Auth/ReportTakeover')
  assert.equal(opened.page.props['step'], 'ask')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('"this wasn\'t me" ends every session, from any browser', async (t) => {
  const { foyer, laptop, phone, link } = await adaIsNotified(t)

  const done = await foyer.browser().visitPath(link, submit)

  assert.equal(done.page.props['step'], 'done')
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('"this wasn\'t me" also signs out the browser that reports it', async (t) => {
  const { laptop, link } = await adaIsNotified(t)

  await laptop.visitPath(link, submit)

  assert.equal(laptop.cookies.has('foyer'), false)
})

test('a takeover report mails the owner a working recovery link', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)
  const [mail] = await foyer.mails()
  const [, path = '', token = ''] = mail?.text.match(/(\/reset-password\/([^\s?]+)\S*)/) ?? []
  const owner = foyer.browser()

  assert.equal(mail?.subject, 'Get back into your account')
  assert.equal((await owner.visitPath(path)).page.component, 'Auth/ResetPassword')
  const newPassword = 'a new row of quiet engines'
  const form = { token, email, password: newPassword, password_confirmation: newPassword }
  assert.equal((await owner.visit('password.update', form)).location, '/login')
  const signedIn = await owner.visit('login.store', { email, password: newPassword })
  assert.equal(signedIn.location, '/dashboard')
})

test('a takeover report revokes the password, so an attacker who knows it cannot sign in', async (t) => {
  const { foyer, phone, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)

  await phone.visit('login.store', { email, password })

  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('a takeover report disables two-factor that an attacker enabled, so the recovery link works', async (t) => {
  const { foyer, phone } = await adaIsNotified(t)
  await enableTwoFactor(phone)
  const [notice] = await foyer.mails()
  await foyer.browser().visitPath(notice?.text.match(/\/not-me\/\S+/)?.[0] ?? '', submit)

  assert.equal(await recoverAccount(foyer), '/dashboard')
})

test('a takeover report keeps two-factor that was enabled earlier', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  foyer.clock.advance(8 * days)
  const otherBrowser = foyer.browser()
  await otherBrowser.visit('password.email', { email })
  await foyer.mails()
  assert.equal(await recoverAccount(foyer), '/two-factor-challenge')
  const [notice] = await foyer.mails()
  await foyer.browser().visitPath(notice?.text.match(/\/not-me\/\S+/)?.[0] ?? '', submit)

  assert.equal(await recoverAccount(foyer), '/two-factor-challenge')
})

test('a takeover report cancels a deletion that an attacker requested', async (t) => {
  const { foyer, phone } = await adaIsNotified(t)
  await confirmPassword(phone)
  await phone.visit('current-user.destroy', { confirmation: email })
  const [notice] = await foyer.mails()
  await foyer.browser().visitPath(notice?.text.match(/\/not-me\/\S+/)?.[0] ?? '', submit)

  assert.equal(await recoverAccount(foyer), '/dashboard')
  foyer.clock.advance(15 * days)
  await foyer.mails()
  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
})

test('of concurrent uses of a takeover link one succeeds', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  const browsers = Array.from({ length: 8 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.visitPath(link, submit)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(410)])
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
})

test('a takeover link expires after seven days', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  foyer.clock.advance(7 * days)

  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
})

test('a takeover report records itself and the ended sessions', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)

  const events = await foyer.events()

  assert.deepEqual(
    events.slice(-3).map(({ type }) => type),
    ['session.ended', 'session.ended', 'not-me.reported'],
  )
  assert.deepEqual(events.at(-1)?.data, { sessions: 2 })
})

test('a takeover report forgets known browsers, so the next sign-in sends a notice', async (t) => {
  const { foyer, laptop, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)
  // The browser of the reset is known from then on.
  const newPassword = await resetPassword(foyer, foyer.browser())
  await foyer.mails()
  await laptop.open('/login')

  const signIn = await laptop.visit('login.store', { email, password: newPassword })

  assert.equal(signIn.location, '/dashboard')
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'A new device signed in to your account')
})
