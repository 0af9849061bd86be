import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { ada, signedInAda, confirmPassword, registerAccount } from '#testing/people.ts'
import type { TestApp } from '#testing/test-app.ts'
import { hours } from '#testing/test-clock.ts'

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
  const asked = await laptop.visit('email-change.store', { email: newEmail })
  return { foyer, laptop, asked }
}

test('another address needs a recent confirmation, by its own form or by the one of the profile (VER-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const form = { email: newEmail, name: ada.name }
  assert.equal((await laptop.visit('email-change.store', form)).location, '/user/confirm-password')
  const other = await laptop.visit('user-profile-information.update', form)
  assert.equal(other.location, '/user/confirm-password')
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})

test('the address stays until the new one is proved, and the page says what waits (PRF-03)', async (t) => {
  const { foyer, laptop, asked } = await adaRequestsChange(t)

  const { props } = (await laptop.visit('profile.show')).page

  assert.equal(asked.status, 303)
  assert.equal(Object(props['emailChange']).email, newEmail)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
  assert.notEqual((await emailInDatabase(foyer)).email_verified_at, null)
})

test('the form of the profile starts the same change (PRF-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  await laptop.visit('user-profile-information.update', { name: 'Ada', email: newEmail })

  assert.match((await mailTo(foyer, newEmail)).link, /^\/email-change\//)
})

test('an address that is left as it is starts nothing (PRF-04, VER-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const form = { name: 'Ada', email: 'ADA@example.com' }
  await laptop.visit('user-profile-information.update', form)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'ADA@example.com' })

  assert.equal((await laptop.visit('profile.show')).page.props['emailChange'], null)
  assert.notEqual((await emailInDatabase(foyer)).email_verified_at, null)
  assert.equal((await foyer.mails()).length, 1)
})

test('the old address is told at once, and can close the account (VER-06)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { text } = await mailTo(foyer, ada.email)
  const [notMe = ''] = text.match(/\/not-me\/\S+/) ?? []

  const { link } = await mailTo(foyer, newEmail)
  await foyer.browser().visitPath(notMe, submit)

  assert.ok(text.includes(newEmail))
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
})

test('looking at a link changes nothing (VER-09)', async (t) => {
  const { foyer } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)

  const looked = await foyer.browser().visitPath(link)

  assert.equal(looked.page.component, 'Auth/EmailChange')
  assert.equal(looked.page.props['email'], newEmail)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})

test('one click proves the new address, in whatever browser; the person stays signed in', async (t) => {
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

test('in the own browser it leads back to the account, with a new secret', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const before = laptop.cookies.get('foyer')

  const done = await laptop.visitPath(link, submit)

  assert.equal(done.location, '/user/profile')
  assert.notEqual(laptop.cookies.get('foyer'), before)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('of two addresses asked for the newest counts; the older link is dead (VER-03)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link: older } = await mailTo(foyer, newEmail)
  await laptop.visit('email-change.store', { email: 'ada@third.example' })
  const { link: newer } = await mailTo(foyer, 'ada@third.example')

  assert.equal((await foyer.browser().visitPath(older, submit)).status, 410)
  await foyer.browser().visitPath(newer, submit)

  assert.equal((await emailInDatabase(foyer)).email, 'ada@third.example')
})

test('it can be sent again, and the older mail is void', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link: older } = await mailTo(foyer, newEmail)

  await laptop.visit('email-change.send')
  const { link: newer } = await mailTo(foyer, newEmail)

  assert.equal((await foyer.browser().visitPath(older)).status, 410)
  assert.equal((await foyer.browser().visitPath(newer)).status, 200)
})

test('it can be withdrawn, twice without harm', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)

  await laptop.visit('email-change.destroy')
  const again = await laptop.visit('email-change.destroy')

  assert.equal(again.status, 303)
  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await foyer.events('address-change.withdrawn')).length, 1)
})

test('after an hour the link is void and nothing waits any more', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  foyer.clock.advance(hours)

  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await laptop.visit('profile.show')).page.props['emailChange'], null)
})

test('mails can be asked for a few times only, also 50 at once (VER-08)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)

  const body = { email: newEmail }
  await Promise.all(
    Array.from({ length: 50 }, () => laptop.json('/user/email-change', { method: 'POST', body })),
  )

  const landed = (await foyer.mails()).filter(({ to }) => to === newEmail)
  assert.equal(landed.length, 3)
})

test("an address of someone else's gets the same answer, and its owner a mail without a link (LOG-06)", async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const other = foyer.browser()
  await registerAccount(foyer, other, { ...ada, name: 'Grace', email: 'grace@example.com' })

  const answer = await laptop.visit('email-change.store', { email: 'grace@example.com' })
  const { props } = (await laptop.visit('profile.show')).page
  const { text, link } = await mailTo(foyer, 'grace@example.com')

  assert.equal(answer.status, 303)
  assert.equal(Object(props['emailChange']).email, 'grace@example.com')
  assert.match(text, /This address is yours already/)
  assert.equal(link, '')
})

test('of two accounts that prove one address at once one has it, and the other is told (RACE-02)', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const graces = foyer.browser()
  await registerAccount(foyer, graces, { ...ada, name: 'Grace', email: 'grace@example.com' })
  const { link: adas } = await mailTo(foyer, newEmail)
  await confirmPassword(graces)
  await graces.visit('email-change.store', { email: newEmail })
  const { link: other } = await mailTo(foyer, newEmail)

  const answers = await Promise.all([
    laptop.visitPath(adas, submit),
    graces.visitPath(other, submit),
  ])

  const won = answers.filter(({ location: to }) => to === '/user/profile')
  assert.equal(won.length, 1)
  const holders = await foyer.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', newEmail)
    .execute()
  assert.equal(holders.length, 1)
  const loser = holders[0]?.name === 'Grace' ? laptop : graces
  const page = await loser.visitPath(loser === laptop ? adas : other)
  assert.match(String(page.page.props.errors['form']), /belongs to another account by now/)
})

test('a link pressed by many at once moves the address once', async (t) => {
  const { foyer } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.visitPath(link, submit)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 410, 410, 410, 410, 410])
})

test('a program gets an answer of its own', async (t) => {
  const { laptop } = await signedInAda(t)
  const body = { email: newEmail }
  const refused = await laptop.json('/user/email-change', { method: 'POST', body })
  await confirmPassword(laptop)
  const taken = await laptop.json('/user/email-change', { method: 'POST', body })
  const bad = await laptop.json('/user/email-change', { method: 'POST', body: { email: 'x' } })

  assert.deepEqual([refused.status, taken.status, taken.text], [423, 202, '""'])
  assert.deepEqual([bad.status, Object.keys(bad.raw.json().errors)], [422, ['email']])
})

test('an address that waits is given up when the password is forgotten and chosen anew (RST-08)', async (t) => {
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

test('an address that waits is given up when the password is changed', async (t) => {
  const { foyer, laptop } = await adaRequestsChange(t)
  const { link } = await mailTo(foyer, newEmail)
  const password = 'lanterns over the harbour'
  const form = { current_password: ada.password, password, password_confirmation: password }
  await laptop.visit('user-password.update', form)

  assert.equal((await foyer.browser().visitPath(link, submit)).status, 410)
  assert.equal((await emailInDatabase(foyer)).email, ada.email)
})
