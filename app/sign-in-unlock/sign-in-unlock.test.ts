import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { hours } from '#testing/test-clock.ts'

const { email, password } = ada
const subject = 'Someone is guessing your password'
const submit = { method: 'POST', body: {} } as const

/** A guess from a network and browser of its own. */
async function guess(foyer: TestApp, address = email) {
  const stranger = foyer.browser()
  await stranger.open('/login')
  const body = { email: address, password: 'wrong' }
  const { status, raw } = await stranger.json('/login', { method: 'POST', body })
  return { status, message: raw.json().message as string }
}

/** Strangers guess until every further attempt must wait. */
async function startGuessing(foyer: TestApp, address = email) {
  const guesses = await Promise.all(Array.from({ length: 83 }, () => guess(foyer, address)))
  return guesses.filter(({ status }) => status === 429)
}

async function adaUnderAttack(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await startGuessing(foyer)
  const phone = foyer.browser()
  assert.equal((await trySignIn(phone)).status, 429)
  return { foyer, laptop, phone, link: await unlockLink(foyer) }
}

async function trySignIn(browser: TestBrowser, form: object = { email, password }) {
  await browser.open('/login')
  return browser.json('/login', { method: 'POST', body: form })
}

const unlockLink = (foyer: TestApp) => linkInMailTo(foyer, email, /\/sign-in-unlock\/\S+/)

const unlockMails = async (foyer: TestApp) =>
  (await foyer.mails()).filter((mail) => mail.subject === subject)

test('while strangers make the owner wait, a mailed link lets this browser sign in at once (DEV-20)', async (t) => {
  const { foyer, phone, link } = await adaUnderAttack(t)

  const opened = await phone.visitPath(link)
  const before = await trySignIn(phone)
  const unlocked = await phone.visitPath(link, submit)
  const after = await trySignIn(phone)

  assert.equal(opened.page.component, 'Auth/UnlockSignIn')
  assert.equal(before.status, 429)
  assert.equal(unlocked.location, '/login')
  assert.equal(after.status, 200)
  const [event] = await foyer.events('sign-in.unlocked')
  assert.equal(event?.ip, phone.ipAddress)
})

test('an unlock link signs nobody in, and strangers keep waiting (DEV-20)', async (t) => {
  const { foyer, phone, link } = await adaUnderAttack(t)

  await phone.visitPath(link, submit)

  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await guess(foyer)).status, 429)
  assert.equal((await trySignIn(foyer.browser())).status, 429)
})

test('an unlocked browser has twenty guesses an hour like every known device (DEV-20)', async (t) => {
  const { foyer, phone, link } = await adaUnderAttack(t)
  await phone.visitPath(link, submit)
  const statuses: number[] = []
  for (let count = 0; count < 30; count++) {
    statuses.push((await trySignIn(phone, { email, password: 'wrong' })).status)
    foyer.clock.advance(60_000)
  }

  assert.ok(statuses.filter((status) => status === 422).length <= 20)
  assert.equal(statuses.at(-1), 429)
})

test('an unlock link works once; of concurrent uses one succeeds (DEV-21)', async (t) => {
  const { foyer, link } = await adaUnderAttack(t)
  const browsers = Array.from({ length: 5 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.visitPath(link, submit)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 410, 410, 410, 410])
  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await foyer.events('sign-in.unlocked')).length, 1)
})

test('an unlock link ends with a new password and another address (DEV-21)', async (t) => {
  const { foyer, laptop, link } = await adaUnderAttack(t)
  const changed = 'lanterns over the harbour'
  const form = { password: changed, password_confirmation: changed }
  await confirmPassword(laptop)
  const { db } = foyer
  const tokens = await db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('purpose', '=', 'sign-in-unlock')
    .execute()
  const restore = () => db.insertInto('one_time_tokens').values(tokens).execute()
  const isOpen = async () => (await foyer.browser().visitPath(link)).status === 200
  assert.equal(await isOpen(), true)

  await laptop.visit('user-password.update', { ...form, current_password: password })
  const afterPassword = await isOpen()
  await restore()
  await laptop.visit('email-change.store', { email: 'ada@new.example' })
  const change = await linkInMailTo(foyer, 'ada@new.example')
  await laptop.visitPath(change, submit)
  const afterAddress = await isOpen()
  await db.deleteFrom('one_time_tokens').where('purpose', '=', 'sign-in-unlock').execute()
  await restore()
  const withOldAddress = await isOpen()

  assert.deepEqual([afterPassword, afterAddress, withOldAddress], [false, false, false])
})

test('an unlock link expires after six hours (DEV-21)', async (t) => {
  const { foyer, phone, link } = await adaUnderAttack(t)
  foyer.clock.advance(6 * hours)

  assert.equal((await phone.visitPath(link, submit)).status, 410)
})

test('a takeover report ends an unlock link (DEV-21)', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t)
  const report = await linkInMailTo(foyer, email, /\/not-me\/\S+/)
  await startGuessing(foyer)
  const link = await unlockLink(foyer)
  assert.equal((await phone.visitPath(link)).status, 200)

  await phone.visitPath(report, submit)

  assert.equal((await phone.visitPath(link, submit)).status, 410)
})

test('however long strangers go on, one unlock mail is sent until its link expires or is used (DEV-22)', async (t) => {
  const { foyer, phone, link } = await adaUnderAttack(t)
  await startGuessing(foyer)
  foyer.clock.advance(2 * hours)
  await startGuessing(foyer)
  const early = (await unlockMails(foyer)).length
  foyer.clock.advance(4 * hours + 1)
  await startGuessing(foyer)
  const late = (await unlockMails(foyer)).length
  await phone.visitPath(await unlockLink(foyer), submit)
  await startGuessing(foyer)

  assert.notEqual(link, await unlockLink(foyer))
  assert.deepEqual([early, late, (await unlockMails(foyer)).length], [1, 2, 3])
})

test('an unlock request for an address without an account gets the same answer and no mail (DEV-22)', async (t) => {
  const { foyer } = await signedInAda(t)
  const jobsBefore = (await foyer.mails()).length

  const [known] = await startGuessing(foyer)
  const [unknown] = await startGuessing(foyer, 'nobody@example.com')

  assert.equal(known?.message, unknown?.message)
  assert.match(
    known?.message ?? '',
    /^Too many wrong passwords\. Try again in \d+ seconds, or open the link we've emailed/,
  )
  const mails = await foyer.mails()
  assert.equal(mails.length, jobsBefore + 1)
  assert.equal(mails[0]?.to, email)
})

test('a single network that is limited causes no unlock mail (DEV-22)', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = foyer.browser()
  await stranger.open('/login')
  const body = { email, password: 'wrong' }
  for (let count = 0; count < 8; count++) await stranger.json('/login', { method: 'POST', body })

  assert.deepEqual(await unlockMails(foyer), [])
})

test('the unlock mail links only to this site, works as text, and its page says what it does (DEV-23)', async (t) => {
  const { foyer, phone, link } = await adaUnderAttack(t)
  const [mail] = await unlockMails(foyer)

  const page = await phone.open(link)

  assert.equal(mail?.to, email)
  assert.match(mail?.text ?? '', /It works once, for 6 hours/)
  assert.match(mail?.text ?? '', /http:\/\/localhost:3000\/sign-in-unlock\//)
  assert.equal(page.header('referrer-policy'), 'no-referrer')
  assert.match(page.header('cache-control') ?? '', /no-store/)
  assert.match(page.text, /Someone is guessing the password of/)
})

test('an unlocked browser is known, so its right password needs no second mail (DEV-23)', async (t) => {
  const foyer = await createTestApp(t, { NEW_DEVICE_CODE: '1' })
  await registerAccount(foyer, foyer.browser())
  await startGuessing(foyer)
  const phone = foyer.browser()
  await trySignIn(phone)
  await phone.visitPath(await unlockLink(foyer), submit)

  const { raw } = await trySignIn(phone)

  assert.deepEqual(raw.json(), { two_factor: false })
})
