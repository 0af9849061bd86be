import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { ada, signedInAda, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

const newEmail = 'ada@new.example'
const submit = { method: 'POST', body: {} } as const

async function changeEmail(foyer: TestApp, browser: TestBrowser, to: string) {
  await confirmPassword(browser)
  await browser.visit('email-change.store', { email: to })
  const confirmed = await browser.visitPath(await linkInMailTo(foyer, to), submit)
  assert.equal(confirmed.location, '/user/profile')
}

/** Ada after a change of address, with the undo link mailed to the old address. */
async function adaWithChangedEmail(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await changeEmail(foyer, laptop, newEmail)
  return { foyer, laptop, undo: await linkInMailTo(foyer, ada.email) }
}

const emailInDatabase = async (foyer: TestApp) =>
  (await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()).email

test('the mail to the old address undoes the change with one click (VER-06)', async (t) => {
  const { foyer, undo } = await adaWithChangedEmail(t)

  const opened = await foyer.browser().visitPath(undo)
  assert.equal(opened.page.props['step'], 'undo')
  assert.equal(await emailInDatabase(foyer), newEmail)
  const done = await foyer.browser().visitPath(undo, submit)

  assert.match(undo, /\/undo$/)
  assert.deepEqual(
    [done.page.component, done.page.props['email']],
    ['Auth/ReportTakeover', ada.email],
  )
  assert.equal(await emailInDatabase(foyer), ada.email)
})

test('undoing an email change ends every session and revokes pending links', async (t) => {
  const { foyer, laptop, undo } = await adaWithChangedEmail(t)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'thief@example.com' })
  const attackerLink = await linkInMailTo(foyer, 'thief@example.com')

  await foyer.browser().visitPath(undo, submit)

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await foyer.browser().visitPath(attackerLink, submit)).status, 410)
})

test('the first undo link restores the first address even after a second change', async (t) => {
  const { foyer, laptop, undo } = await adaWithChangedEmail(t)
  await changeEmail(foyer, laptop, 'thief@example.com')
  const second = await linkInMailTo(foyer, newEmail)

  await foyer.browser().visitPath(undo, submit)

  assert.equal(await emailInDatabase(foyer), ada.email)
  assert.equal((await foyer.browser().visitPath(second, submit)).status, 410)
})

test('using a later undo link leaves earlier undo links valid', async (t) => {
  const { foyer, laptop, undo } = await adaWithChangedEmail(t)
  await changeEmail(foyer, laptop, 'thief@example.com')
  await foyer.browser().visitPath(await linkInMailTo(foyer, newEmail), submit)
  assert.equal(await emailInDatabase(foyer), newEmail)

  await foyer.browser().visitPath(undo, submit)

  assert.equal(await emailInDatabase(foyer), ada.email)
})

test('"this wasn\'t me" in an older mail also restores the address', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.browser().visit('login.store', ada)
  const notMe = await linkInMailTo(foyer, ada.email, /\/not-me\/\S+/)
  await changeEmail(foyer, laptop, newEmail)

  const opened = await foyer.browser().visitPath(notMe)
  assert.deepEqual([opened.page.props['email'], opened.page.props['restored']], [ada.email, true])
  await foyer.browser().visitPath(notMe, submit)

  assert.equal(await emailInDatabase(foyer), ada.email)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('concurrent uses of the undo link succeed once, up to seven days later', async (t) => {
  const { foyer, undo } = await adaWithChangedEmail(t)
  foyer.clock.advance(7 * days - 1000)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.visitPath(undo, submit)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410, 410, 410, 410, 410])
})

test('the undo link expires after seven days', async (t) => {
  const { foyer, undo } = await adaWithChangedEmail(t)
  foyer.clock.advance(7 * days)

  assert.equal((await foyer.browser().visitPath(undo, submit)).status, 410)
})

test('undoing an email change wins over a concurrent second change', async (t) => {
  const { foyer, laptop, undo } = await adaWithChangedEmail(t)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'thief@example.com' })
  const attackerLink = await linkInMailTo(foyer, 'thief@example.com')
  const owner = foyer.browser()
  await owner.open('/login')

  await Promise.all([laptop.visitPath(attackerLink, submit), owner.visitPath(undo, submit)])

  assert.equal(await emailInDatabase(foyer), ada.email)
})

test('an email change cannot be undone to an address that another account uses now (VER-10)', async (t) => {
  const { foyer, undo } = await adaWithChangedEmail(t)
  await registerAccount(foyer, foyer.browser(), { ...ada, name: 'Someone else' })
  const browser = foyer.browser()

  await browser.visitPath(undo, submit)

  const { errors } = (await browser.visitPath(undo)).page.props
  assert.match(String(errors['form']), /Another account uses that email address/)
})

test('the event log contains the request, the change and the undoing of an address', async (t) => {
  const { foyer, undo } = await adaWithChangedEmail(t)
  await foyer.browser().visitPath(undo, submit)

  const events = await foyer.events('address')

  const endsAt = events[1]?.data['endsAt']
  assert.equal(Date.parse(String(endsAt)) - foyer.clock.now(), 60 * minutes)
  assert.deepEqual(
    events.slice(1).map(({ type, data }) => [type, data]),
    [
      ['address-change.asked', { from: ada.email, to: newEmail, endsAt }],
      ['address.changed', { from: ada.email, to: newEmail }],
      ['address-change.undone', { from: newEmail, to: ada.email }],
    ],
  )
})
