import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
} from '#testing/people.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

const { email, password } = ada

/** Someone signed in from a phone that the account had not seen, and the mail about it came. */
async function adaIsNotified(t: TestContext) {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  return { foyer, laptop, phone, mail, link }
}

const submit = { method: 'POST', body: {} } as const

/** Ada opens the newest link for a new password, chooses one and signs in with it. @returns where that leads */
async function recoverAccount(
  foyer: TestApp,
  owner = foyer.browser(),
): Promise<string | undefined> {
  const links = (await foyer.mails()).map(({ text }) => text.match(/\/reset-password\/(\S+)/)?.[1])
  const token = links.find((link) => link !== undefined)
  const chosen = `a new row of quiet engines ${token?.slice(-4)}`
  const form = { token, email, password: chosen, password_confirmation: chosen }
  assert.equal((await owner.visit('password.update', form)).location, '/login')
  return (await owner.visit('login.store', { email, password: chosen })).location
}

test('a sign-in from a new device is told to the owner, with device, time and address', async (t) => {
  const { mail, phone } = await adaIsNotified(t)

  assert.equal(mail?.subject, 'A new device signed in to your account')
  assert.equal(mail?.to, email)
  assert.match(mail?.text ?? '', /Device: Safari on iPhone\n/)
  assert.ok(mail?.text.includes(`Network address: ${phone.ipAddress}`))
})

test('the first session of an account is no news, nor is a browser that was there before', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('logout')
  await laptop.visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 1)
})

test('a browser that lost its cookies is still known in its own network', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  laptop.cookies.clear()
  await laptop.visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 1)
})

test('the same kind of browser somewhere else is a new device', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.browser().visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 2)
})

test('looking at the link changes nothing, so a mail scanner does no harm', async (t) => {
  const { foyer, laptop, phone, link } = await adaIsNotified(t)

  const looked = await foyer.browser().visitPath(link)

  assert.equal(looked.page.component, 'Auth/ReportTakeover')
  assert.equal(looked.page.props['step'], 'ask')
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

test("the browser that says so is signed out too, when it is the account's own", async (t) => {
  const { laptop, link } = await adaIsNotified(t)

  await laptop.visitPath(link, submit)

  assert.equal(laptop.cookies.has('foyer'), false)
})

test('a way back in goes to the address, and it works', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)
  const [mail] = await foyer.mails()
  const [, path = '', token = ''] = mail?.text.match(/(\/reset-password\/([^\s?]+)\S*)/) ?? []
  const owner = foyer.browser()

  assert.equal(mail?.subject, 'Your way back into your account')
  assert.equal((await owner.visitPath(path)).page.component, 'Auth/ResetPassword')
  const chosen = 'a new row of quiet engines'
  const form = { token, email, password: chosen, password_confirmation: chosen }
  assert.equal((await owner.visit('password.update', form)).location, '/login')
  const signedIn = await owner.visit('login.store', { email, password: chosen })
  assert.equal(signedIn.location, '/dashboard')
})

test('a stranger who knows the password cannot come back with it', async (t) => {
  const { foyer, phone, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)

  await phone.visit('login.store', { email, password })

  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('two-factor that a stranger turned on is off, so that the way back in leads in', async (t) => {
  const { foyer, phone } = await adaIsNotified(t)
  await enableTwoFactor(phone)
  const [told] = await foyer.mails()
  await foyer.browser().visitPath(told?.text.match(/\/not-me\/\S+/)?.[0] ?? '', submit)

  assert.equal(await recoverAccount(foyer), '/dashboard')
})

test('two-factor that was on before stays on', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  foyer.clock.advance(8 * days)
  const again = foyer.browser()
  await again.visit('password.email', { email })
  await foyer.mails()
  assert.equal(await recoverAccount(foyer), '/two-factor-challenge')
  const [told] = await foyer.mails()
  await foyer.browser().visitPath(told?.text.match(/\/not-me\/\S+/)?.[0] ?? '', submit)

  assert.equal(await recoverAccount(foyer), '/two-factor-challenge')
})

test('a deletion that a stranger began is taken back', async (t) => {
  const { foyer, phone } = await adaIsNotified(t)
  await confirmPassword(phone)
  await phone.visit('current-user.destroy', { confirmation: email })
  const [told] = await foyer.mails()
  await foyer.browser().visitPath(told?.text.match(/\/not-me\/\S+/)?.[0] ?? '', submit)

  assert.equal(await recoverAccount(foyer), '/dashboard')
  foyer.clock.advance(15 * days)
  await foyer.mails()
  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
})

test('the link works once, however many press it, and for seven days', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  const browsers = Array.from({ length: 8 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.visitPath(link, submit)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(410)])
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
})

test('after seven days the link is void', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  foyer.clock.advance(7 * days)

  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
})

test('what was done stands in the record', async (t) => {
  const { foyer, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)

  const events = await foyer.events()

  assert.deepEqual(
    events.slice(-3).map(({ type }) => type),
    ['session.ended', 'session.ended', 'not-me.reported'],
  )
  assert.deepEqual(events.at(-1)?.data, { sessions: 2 })
})

test('after it, even a browser that was known is news', async (t) => {
  const { foyer, laptop, link } = await adaIsNotified(t)
  await foyer.browser().visitPath(link, submit)
  await laptop.open('/login')

  await recoverAccount(foyer, laptop)

  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'A new device signed in to your account')
})
