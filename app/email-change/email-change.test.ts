import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, signedInAda, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { hours, minutes } from '#testing/test-clock.ts'

const newEmail = 'ada@new.example'
const submit = { method: 'POST', body: {} } as const

async function mailTo(foyer: TestApp, address: string) {
  const mail = (await foyer.mails()).find(({ to }) => to === address)
  return { text: mail?.text ?? '', link: mail?.text.match(/\/email-change\/\S+/)?.[0] ?? '' }
}

const emailInDatabase = (foyer: TestApp) =>
  foyer.db.selectFrom('users').select(['email', 'email_verified_at']).executeTakeFirstOrThrow()

async function adaRequestsChange(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const response = await laptop.visit('email-change.store', { email: newEmail })
  return { foyer, laptop, response }
}

test('changing the address needs a recent confirmation, in its own form and in the profile form (VER-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const form = { email: newEmail, name: ada.name }
  assert.equal((await laptop.visit('email-change.store', form)).location, '/user/confirm-password')
  const other = await laptop.visit('user-profile-information.update', form)
  assert.equal(other.location, '/user/confirm-password')
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})

test('an account keeps its address until the new one is verified, and shows the pending one (PRF-03)', async (t) => {
  const { foyer, laptop, response } = await adaRequestsChange(t)

  const { props } = (await laptop.visit('profile.show')).page

  assert.equal(response.status, 303)
  assert.equal(Object(props['emailChange']).email, newEmail)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
  assert.notEqual((await emailInDatabase(foyer)).email_verified_at, null)
})

test('the profile form starts the same email change (PRF-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  await laptop.visit('user-profile-information.update', { name: 'Ada', email: newEmail })

  assert.match((await mailTo(foyer, newEmail)).link, /^\/email-change\//)
})

test("one's own address is rejected at its field, and uses up no attempts", async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const request = (email: string) =>
    laptop.json('/user/email-change', { method: 'POST', body: { email } })

  for (let count = 0; count < 5; count++) {
    const { status, raw: response } = await request(ada.email)
    assert.equal(status, 422)
    assert.deepEqual(response.json().errors, { email: ['This is already your email address.'] })
  }
  assert.equal((await request(newEmail)).status, 202)
})

test('an unchanged address starts no change (PRF-04, VER-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const form = { name: 'Ada', email: 'ADA@example.com' }
  await laptop.visit('user-profile-information.update', form)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'ADA@example.com' })

  assert.equal((await laptop.visit('profile.show')).page.props['emailChange'], null)
  assert.notEqual((await emailInDatabase(foyer)).email_verified_at, null)
  assert.equal((await foyer.mails()).length, 1)
})

test('an email change notifies the old address, whose link can secure the account (VER-06)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { text } = await mailTo(foyer, ada.email)
  const [notMe = ''] = text.match(/\/not-me\/\S+/) ?? []

  const { link } = await mailTo(foyer, newEmail)
  await foyer.browser().visitPath(notMe, submit)

  assert.ok(text.includes(newEmail))
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
})

test('opening the link of an email change changes nothing (VER-09)', async (t) => {
  const { foyer } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)

  const opened = await foyer.browser().visitPath(link)

  assert.equal(opened.page.component, 'Auth/EmailChange')
  assert.equal(opened.page.props['email'], newEmail)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})

test('the link of an email change verifies the new address in any browser and ends no session', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)

  const done = await foyer.browser().visitPath(link, submit)

  assert.equal(done.location, '/login')
  assert.equal((await emailInDatabase(foyer)).email, newEmail)
  assert.equal((await laptop.visit('dashboard')).status, 200)
  const { password } = ada
  const signedIn = await foyer.browser().visit('login.store', { email: newEmail, password })
  assert.equal(signedIn.location, '/dashboard')
})

test('in a signed-in browser the link of an email change returns to the profile and rotates the session secret', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const before = laptop.cookies.get('foyer')

  const done = await laptop.visitPath(link, submit)

  assert.equal(done.location, '/user/profile')
  assert.notEqual(laptop.cookies.get('foyer'), before)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('a second email change revokes the link of the first (VER-03)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link: older } = await mailTo(foyer, newEmail)
  await laptop.visit('email-change.store', { email: 'ada@third.example' })
  const { link: newer } = await mailTo(foyer, 'ada@third.example')

  assert.equal((await foyer.browser().visitPath(older, submit)).status, 410)
  await foyer.browser().visitPath(newer, submit)

  assert.equal((await emailInDatabase(foyer)).email, 'ada@third.example')
})

test('sending the link of an email change again revokes the older one', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link: older } = await mailTo(foyer, newEmail)

  await laptop.visit('email-change.send')
  const { link: newer } = await mailTo(foyer, newEmail)

  assert.equal((await foyer.browser().visitPath(older)).status, 410)
  assert.equal((await foyer.browser().visitPath(newer)).status, 200)
})

test('cancelling an email change revokes the link and is idempotent', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)

  await laptop.visit('email-change.destroy')
  const again = await laptop.visit('email-change.destroy')

  assert.equal(again.status, 303)
  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await foyer.events('address-change.withdrawn')).length, 1)
})

test('the link and the pending email change expire after an hour', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  foyer.clock.advance(hours)

  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await laptop.visit('profile.show')).page.props['emailChange'], null)
})

test('fifty concurrent requests of an email change send a limited number of mails (VER-08)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)

  const body = { email: newEmail }
  await Promise.all(
    Array.from({ length: 50 }, () => laptop.json('/user/email-change', { method: 'POST', body })),
  )

  const received = (await foyer.mails()).filter(({ to }) => to === newEmail)
  assert.equal(received.length, 3)
})

test('an email change does not reveal that an address is taken, and mails its owner without a link (LOG-06)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const other = foyer.browser()
  await registerAccount(foyer, other, { ...ada, name: 'Grace', email: 'grace@example.com' })

  const answer = await laptop.visit('email-change.store', { email: 'grace@example.com' })
  const { props } = (await laptop.visit('profile.show')).page
  const { text, link } = await mailTo(foyer, 'grace@example.com')

  assert.equal(answer.status, 303)
  assert.equal(Object(props['emailChange']).email, 'grace@example.com')
  assert.match(text, /You already use this address/)
  assert.equal(link, '')
})

test('one of two accounts that verify the same address concurrently gets it, the other an error (RACE-02)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, name: 'Grace', email: 'grace@example.com' })
  const { link: adasLink } = await mailTo(foyer, newEmail)
  await confirmPassword(grace)
  await grace.visit('email-change.store', { email: newEmail })
  const { link: gracesLink } = await mailTo(foyer, newEmail)

  const answers = await Promise.all([
    laptop.visitPath(adasLink, submit),
    grace.visitPath(gracesLink, submit),
  ])

  const winners = answers.filter(({ location }) => location === '/user/profile')
  assert.equal(winners.length, 1)
  const holders = await foyer.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', newEmail)
    .execute()
  assert.equal(holders.length, 1)
  const loser = holders[0]?.name === 'Grace' ? laptop : grace
  const page = await loser.visitPath(loser === laptop ? adasLink : gracesLink)
  assert.match(String(page.page.props.errors['form']), /now belongs to another account/)
})

test('of concurrent uses of the link of an email change one succeeds', async (t) => {
  const { foyer } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.visitPath(link, submit)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 410, 410, 410, 410, 410])
})

test('an email change answers JSON requests with status codes', async (t) => {
  const { laptop } = await signedInAda(t)
  const body = { email: newEmail }
  const unconfirmed = await laptop.json('/user/email-change', { method: 'POST', body })
  await confirmPassword(laptop)
  const accepted = await laptop.json('/user/email-change', { method: 'POST', body })
  const invalid = await laptop.json('/user/email-change', { method: 'POST', body: { email: 'x' } })

  assert.deepEqual([unconfirmed.status, accepted.status, accepted.text], [423, 202, '""'])
  assert.deepEqual([invalid.status, Object.keys(invalid.raw.json().errors)], [422, ['email']])
})

test('a password reset cancels a pending email change (RST-08)', async (t) => {
  const { foyer } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  await foyer.browser().visit('password.email', { email: ada.email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  const password = 'lanterns over the harbour'
  const form = { token, email: ada.email, password, password_confirmation: password }
  assert.equal((await foyer.browser().visit('password.update', form)).location, '/login')

  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})

test('a password change cancels a pending email change', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const password = 'lanterns over the harbour'
  const form = { current_password: ada.password, password, password_confirmation: password }
  await laptop.visit('user-password.update', form)

  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})

test('signing out the other sessions cancels a change that one of them requested', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const phone = await signIn(foyer)

  await phone.visit('other-browser-sessions.destroy', { password: ada.password })

  await assertChangeIsCancelled(foyer, link)
  assert.equal((await laptop.visit('profile.show')).location, '/login')
})

test('requesting the deletion of the account cancels a pending email change, also after the deletion is cancelled', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)

  await laptop.visit('current-user.destroy', { confirmation: ada.email })
  await assertChangeIsCancelled(foyer, link)
  await laptop.visit('account-leaving.return')

  await assertChangeIsCancelled(foyer, link)
})

test('locking the account cancels a pending email change, also after unlocking', async (t) => {
  const { foyer } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const foyerCommand = createCli(foyer)

  await foyerCommand('user:lock', ada.email, '--yes')
  await assertChangeIsCancelled(foyer, link)
  await foyerCommand('user:unlock', ada.email)

  await assertChangeIsCancelled(foyer, link)
})

async function signIn(foyer: TestApp) {
  const browser = foyer.browser()
  await browser.visit('login.store', { email: ada.email, password: ada.password })
  return browser
}

async function assertChangeIsCancelled(foyer: TestApp, link: string): Promise<void> {
  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
  const cancelled = (await foyer.events()).filter(({ type }) => type === 'address-change.withdrawn')
  assert.deepEqual(
    cancelled.map(({ data }) => data),
    [{ to: newEmail }],
  )
}

test('a link for a new address never leaves without a notice to the owner, whatever was mailed before (VER-15)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const isNotice = ({ to, text }: { to: string; text: string }) =>
    to === ada.email && text.includes(newEmail)
  // A thief uses up the mails to the address that is to be the new one.
  for (let count = 0; count < 6; count++)
    await foyer.browser().visit('register.store', { ...ada, email: newEmail, terms: true })
  foyer.clock.advance(50 * minutes)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: newEmail })
  assert.equal((await mailTo(foyer, newEmail)).link, '')

  foyer.clock.advance(11 * minutes)
  await laptop.visit('email-change.send')

  assert.match((await mailTo(foyer, newEmail)).link, /^\/email-change\//)
  assert.equal((await foyer.mails()).filter(isNotice).length, 1)
})
