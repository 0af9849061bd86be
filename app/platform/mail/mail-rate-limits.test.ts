import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { mailFolder } from '#app/platform/mail/dev-mailbox.ts'
import { memoryRateLimits, type RateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { postTakeoverReport } from '#testing/account-takeover.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  newlyRegisteredAda,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes, TestClock } from '#testing/test-clock.ts'

import { mailJob } from './mail.job.ts'
import type { Mailer } from './mailer.ts'

const victim = 'victim@example.com'
const luring = 'Your prize waits at our shop'
const submit = { method: 'POST', body: {} } as const

const mailsTo = async (foyer: TestApp, address: string) =>
  (await foyer.mails()).filter(({ to }) => to.includes(address))

const isAddressOnly = /^To: [a-z]+@example\.com\r?$/m

/** The mail as it is sent, with its headers. */
const sentHeaders = (foyer: TestApp, id: string) =>
  readFile(join(mailFolder(foyer.config.mailUrl), `${id}.eml`), 'utf8')

/** Registers the address from a network of its own. */
async function registerFromAnywhere(foyer: TestApp, email = victim) {
  const stranger = foyer.browser()
  const form = { ...ada, name: luring, email, terms: true }
  return stranger.visit('register.store', form)
}

async function moveAccount(foyer: TestApp, browser: TestBrowser, email: string): Promise<void> {
  await browser.visit('email-change.store', { email })
  const [mail] = await mailsTo(foyer, email)
  const path = mail?.text.match(/\/email-change\/\S+/)?.[0] ?? ''
  assert.equal((await browser.visitPath(path, submit)).location, '/user/profile')
}

/** An account moved to another address by a session that is then reported. */
async function movedAccount(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  phone.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await phone.visit('login.store', ada)
  await confirmPassword(phone)
  await moveAccount(foyer, phone, 'mallory@example.com')
  await confirmPassword(laptop)
  const started = await foyer.events('session.started')
  return { foyer, laptop, event: started.at(-1)?.seq ?? 0 }
}

test('many registrations of one address send few mails, and every answer is the usual one (MAIL-04)', async (t) => {
  const foyer = await createTestApp(t)

  const answers = []
  for (let count = 0; count < 30; count++) answers.push(await registerFromAnywhere(foyer))

  assert.ok(answers.every(({ status, location }) => status === 303 && location === '/email/verify'))
  assert.equal((await mailsTo(foyer, victim)).length, 6)
})

test('registrations send at most twenty mails a day to an address, one of an existing account included (MAIL-04)', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const before = (await foyer.mails()).length

  for (let hour = 0; hour < 6; hour++) {
    for (let count = 0; count < 7; count++) await registerFromAnywhere(foyer, ada.email)
    foyer.clock.advance(61 * minutes)
  }

  // Her own registration was the first of the twenty.
  assert.equal((await foyer.mails()).length - before, 19)
  foyer.clock.advance(days)
  await registerFromAnywhere(foyer, ada.email)
  assert.equal((await foyer.mails()).length - before, 20)
})

test('all kinds of mail to an address share its limit (MAIL-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  for (let count = 0; count < 5; count++) await registerFromAnywhere(foyer)

  const answers = []
  for (let count = 0; count < 3; count++)
    answers.push(await laptop.visit('email-change.store', { email: victim }))

  assert.ok(answers.every(({ status }) => status === 303))
  assert.equal((await mailsTo(foyer, victim)).length, 6)
})

test('the last link stays valid when no further mail is sent (MAIL-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  for (let count = 0; count < 5; count++) await registerFromAnywhere(foyer)
  await laptop.visit('email-change.store', { email: victim })
  const [mail] = await mailsTo(foyer, victim)

  await laptop.visit('email-change.store', { email: victim })
  await laptop.visit('email-change.send')

  const path = mail?.text.match(/\/email-change\/\S+/)?.[0] ?? ''
  assert.equal((await foyer.browser().visitPath(path)).status, 200)
})

test('the last mail of a registration still confirms it without the password (MAIL-04)', async (t) => {
  const foyer = await createTestApp(t)
  for (let count = 0; count < 5; count++) await registerFromAnywhere(foyer)
  const owner = foyer.browser()
  await owner.visit('register.store', { ...ada, email: victim, terms: true })
  const link = await foyer.linkInMail()

  assert.equal((await owner.visit('verification.send')).location, '/email/verify')

  assert.equal((await mailsTo(foyer, victim)).length, 6)
  const confirmed = await owner.visitPath(link, submit)
  assert.equal(confirmed.location, '/dashboard')
})

test('withdrawing an email change and reporting it in turns sends few mails (MAIL-05)', async (t) => {
  const { foyer, laptop, event } = await movedAccount(t)
  const before = (await foyer.mails()).length

  for (let round = 0; round < 21; round++) {
    assert.equal((await postTakeoverReport(laptop, event)).status, 200)
    await laptop.visit('email-change.destroy')
  }

  // Three to the address before, and three notices to the one now.
  assert.equal((await foyer.mails()).length - before, 6)
})

test('a thief who uses up the mails of an account cannot stop the one that restores its address (MAIL-05)', async (t) => {
  const { foyer, laptop, event } = await movedAccount(t)
  for (let count = 0; count < 12; count++) await registerFromAnywhere(foyer, ada.email)
  const before = (await mailsTo(foyer, ada.email)).length

  await postTakeoverReport(laptop, event)

  assert.equal((await mailsTo(foyer, ada.email)).length - before, 1)
})

test("a thief with the password cannot use up the owner's warnings by signing in without the second factor (MAIL-05)", async (t) => {
  const { foyer, laptop, event } = await movedAccount(t)
  await enableTwoFactor(laptop)
  const { email } = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  for (let count = 0; count < 45; count++)
    await foyer.browser().visit('login.store', { email, password: ada.password })
  const before = (await mailsTo(foyer, ada.email)).length

  await postTakeoverReport(laptop, event)

  assert.equal((await mailsTo(foyer, ada.email)).length - before, 1)
})

test('somebody with the password cannot send the owner a mail for each of many devices (MAIL-05)', async (t) => {
  const { foyer } = await signedInAda(t)
  const before = (await foyer.mails()).length

  for (let count = 0; count < 14; count++) {
    const stranger = foyer.browser()
    stranger.userAgent = `Mozilla/5.0 (X11; Linux x86_64; rv:${120 + count}.0) Firefox/142.0`
    assert.equal((await stranger.visit('login.store', ada)).location, '/dashboard')
  }

  assert.equal((await foyer.mails()).length - before, 10)
  assert.equal((await foyer.events('session.started')).length, 15)
})

test('no transaction waits for the rate limiter of warnings to the owner', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { limits } = foyer.app
  t.mock.method(limits, 'hit', hangingFor(limits.hit, /^account:(?:device|owner)-mails:/))

  assert.equal((await foyer.browser().visit('login.store', ada)).location, '/dashboard')
  await enableTwoFactor(laptop)
  for (let count = 0; count < 3; count++)
    assert.equal(
      (await foyer.browser().visit('login.store', ada)).location,
      '/two-factor-challenge',
    )
})

/** The limiter, when it does not answer for some keys. */
function hangingFor(hit: RateLimits['hit'], keys: RegExp): RateLimits['hit'] {
  return (key, rate) => (keys.test(key) ? new Promise(() => {}) : hit(key, rate))
}

test('a warning to the owner that is sent again after a failure is counted once', async () => {
  const sent: string[] = []
  const mailer: Mailer = { send: async (id) => void sent.push(id) }
  const send = mailJob(mailer, memoryRateLimits({ clock: new TestClock() }))
  const mail = {
    to: { name: '', address: ada.email },
    letter: { subject: '', html: '', text: '' },
    at: 0,
    budget: { kind: 'warning', userId: 'ada' },
  }

  const log = { info() {}, warn() {}, error() {} }
  for (const id of ['1', '2', '3', '4']) await send(mail, { id, attempts: 1, log })
  await send(mail, { id: '3', attempts: 2, log })

  assert.deepEqual(sent, ['1', '2', '3', '3'])
})

test('a name typed by a stranger is in no mail to an address they have not proved (MAIL-06)', async (t) => {
  const foyer = await createTestApp(t)
  const mallory = { ...ada, name: luring, email: 'mallory@example.com' }
  const browser = foyer.browser()
  await registerAccount(foyer, browser, mallory)
  await registerFromAnywhere(foyer)
  await confirmPassword(browser, mallory.password)
  await browser.visit('email-change.store', { email: victim })
  await browser.visit('email-change.send')

  const mails = await mailsTo(foyer, victim)

  assert.ok(mails.length >= 3)
  for (const { id } of mails) assert.match(await sentHeaders(foyer, id), isAddressOnly)
  for (const mail of mails) assert.doesNotMatch(JSON.stringify(mail), /prize/)
})

test('a name typed by a stranger is in no mail to an account whose address is not verified (MAIL-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null, name: luring }).execute()
  await laptop.visit('verification.send')
  await foyer.browser().visit('password.email', { email: ada.email })

  const mails = (await foyer.mails()).slice(0, 2)

  for (const { id } of mails) assert.match(await sentHeaders(foyer, id), isAddressOnly)
  for (const mail of mails) assert.doesNotMatch(JSON.stringify(mail), /prize/)
})
