import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { ada, adaAtHome, confirmPassword, join } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { hours } from '#testing/test-clock.ts'

const next = 'ada@new.example'
const press = { method: 'POST', body: {} } as const

async function mailTo(foyer: Product, address: string) {
  const mail = (await foyer.mails()).find(({ to }) => to === address)
  return { text: mail?.text ?? '', link: mail?.text.match(/\/email-change\/\S+/)?.[0] ?? '' }
}

const addressOf = (foyer: Product) =>
  foyer.db.selectFrom('users').select(['email', 'email_verified_at']).executeTakeFirstOrThrow()

async function adaAsks(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  await confirmPassword(laptop)
  const asked = await laptop.visit('email-change.store', { email: next })
  return { foyer, laptop, asked }
}

test('another address needs a recent confirmation, by its own form or by the one of the profile (VER-06)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)

  const form = { email: next, name: ada.name }
  assert.equal((await laptop.visit('email-change.store', form)).to, '/user/confirm-password')
  const other = await laptop.visit('user-profile-information.update', form)
  assert.equal(other.to, '/user/confirm-password')
  assert.equal((await addressOf(foyer)).email, ada.email)
})

test('the address stays until the new one is proved, and the page says what waits (PRF-03)', async (t) => {
  const { foyer, laptop, asked } = await adaAsks(t)

  const { props } = (await laptop.visit('profile.show')).page

  assert.equal(asked.status, 303)
  assert.equal(Object(props['emailChange']).email, next)
  assert.equal((await addressOf(foyer)).email, ada.email)
  assert.notEqual((await addressOf(foyer)).email_verified_at, null)
})

test('the form of the profile starts the same change (PRF-02)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await confirmPassword(laptop)

  await laptop.visit('user-profile-information.update', { name: 'Ada', email: next })

  assert.match((await mailTo(foyer, next)).link, /^\/email-change\//)
})

test('an address that is left as it is starts nothing (PRF-04, VER-11)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)

  const form = { name: 'Ada', email: 'ADA@example.com' }
  await laptop.visit('user-profile-information.update', form)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'ADA@example.com' })

  assert.equal((await laptop.visit('profile.show')).page.props['emailChange'], null)
  assert.notEqual((await addressOf(foyer)).email_verified_at, null)
  assert.equal((await foyer.mails()).length, 1)
})

test('the old address is told at once, and can close the account (VER-06)', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { text } = await mailTo(foyer, ada.email)
  const [notMe = ''] = text.match(/\/not-me\/\S+/) ?? []

  const { link } = await mailTo(foyer, next)
  await foyer.browser().send(notMe, press)

  assert.ok(text.includes(next))
  assert.equal((await laptop.visit('dashboard')).to, '/login')
  assert.equal((await foyer.browser().send(link)).status, 410)
})

test('looking at a link changes nothing (VER-09)', async (t) => {
  const { foyer } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)

  const looked = await foyer.browser().send(link)

  assert.equal(looked.page.component, 'Auth/EmailChange')
  assert.equal(looked.page.props['email'], next)
  assert.equal((await addressOf(foyer)).email, ada.email)
})

test('one click proves the new address, in whatever browser; the person stays signed in', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)

  const done = await foyer.browser().send(link, press)

  assert.equal(done.to, '/login')
  assert.equal((await addressOf(foyer)).email, next)
  assert.equal((await laptop.visit('dashboard')).status, 200)
  const { password } = ada
  const signedIn = await foyer.browser().visit('login.store', { email: next, password })
  assert.equal(signedIn.to, '/dashboard')
})

test('in the own browser it leads back to the account, with a new secret', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)
  const before = laptop.cookies.get('foyer')

  const done = await laptop.send(link, press)

  assert.equal(done.to, '/user/profile')
  assert.notEqual(laptop.cookies.get('foyer'), before)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('of two addresses asked for the newest counts; the older link is dead (VER-03)', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link: older } = await mailTo(foyer, next)
  await laptop.visit('email-change.store', { email: 'ada@third.example' })
  const { link: newer } = await mailTo(foyer, 'ada@third.example')

  assert.equal((await foyer.browser().send(older, press)).status, 410)
  await foyer.browser().send(newer, press)

  assert.equal((await addressOf(foyer)).email, 'ada@third.example')
})

test('it can be sent again, and the older mail is void', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link: older } = await mailTo(foyer, next)

  await laptop.visit('email-change.send')
  const { link: newer } = await mailTo(foyer, next)

  assert.equal((await foyer.browser().send(older)).status, 410)
  assert.equal((await foyer.browser().send(newer)).status, 200)
})

test('it can be withdrawn, twice without harm', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)

  await laptop.visit('email-change.destroy')
  const again = await laptop.visit('email-change.destroy')

  assert.equal(again.status, 303)
  assert.equal((await foyer.browser().send(link, press)).status, 410)
  assert.equal((await foyer.events('address-change.withdrawn')).length, 1)
})

test('after an hour the link is void and nothing waits any more', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)
  foyer.clock.advance(hours)

  assert.equal((await foyer.browser().send(link, press)).status, 410)
  assert.equal((await laptop.visit('profile.show')).page.props['emailChange'], null)
})

test('mails can be asked for a few times only, also 50 at once (VER-08)', async (t) => {
  const { foyer, laptop } = await adaAsks(t)

  const body = { email: next }
  await Promise.all(
    Array.from({ length: 50 }, () => laptop.json('/user/email-change', { method: 'POST', body })),
  )

  const landed = (await foyer.mails()).filter(({ to }) => to === next)
  assert.equal(landed.length, 3)
})

test("an address of someone else's gets the same answer, and its owner a mail without a link (LOG-06)", async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const other = foyer.browser()
  await join(foyer, other, { ...ada, name: 'Grace', email: 'grace@example.com' })

  const answer = await laptop.visit('email-change.store', { email: 'grace@example.com' })
  const { props } = (await laptop.visit('profile.show')).page
  const { text, link } = await mailTo(foyer, 'grace@example.com')

  assert.equal(answer.status, 303)
  assert.equal(Object(props['emailChange']).email, 'grace@example.com')
  assert.match(text, /This address is yours already/)
  assert.equal(link, '')
})

test('of two accounts that prove one address at once one has it, and the other is told (RACE-02)', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const graces = foyer.browser()
  await join(foyer, graces, { ...ada, name: 'Grace', email: 'grace@example.com' })
  const { link: adas } = await mailTo(foyer, next)
  await confirmPassword(graces)
  await graces.visit('email-change.store', { email: next })
  const { link: other } = await mailTo(foyer, next)

  const answers = await Promise.all([laptop.send(adas, press), graces.send(other, press)])

  const won = answers.filter(({ to }) => to === '/user/profile')
  assert.equal(won.length, 1)
  const holders = await foyer.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', next)
    .execute()
  assert.equal(holders.length, 1)
  const loser = holders[0]?.name === 'Grace' ? laptop : graces
  const page = await loser.send(loser === laptop ? adas : other)
  assert.match(String(page.page.props.errors['form']), /belongs to another account by now/)
})

test('a link pressed by many at once moves the address once', async (t) => {
  const { foyer } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.send(link, press)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 410, 410, 410, 410, 410])
})

test('a program gets an answer of its own', async (t) => {
  const { laptop } = await adaAtHome(t)
  const body = { email: next }
  const refused = await laptop.json('/user/email-change', { method: 'POST', body })
  await confirmPassword(laptop)
  const taken = await laptop.json('/user/email-change', { method: 'POST', body })
  const bad = await laptop.json('/user/email-change', { method: 'POST', body: { email: 'x' } })

  assert.deepEqual([refused.status, taken.status, taken.text], [423, 202, '""'])
  assert.deepEqual([bad.status, Object.keys(bad.response.json().errors)], [422, ['email']])
})

test('an address that waits is given up when the password is forgotten and chosen anew (RST-08)', async (t) => {
  const { foyer } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)
  await foyer.browser().visit('password.email', { email: ada.email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  const password = 'lanterns over the harbour'
  const form = { token, email: ada.email, password, password_confirmation: password }
  assert.equal((await foyer.browser().visit('password.update', form)).to, '/login')

  assert.equal((await foyer.browser().send(link, press)).status, 410)
  assert.equal((await addressOf(foyer)).email, ada.email)
})

test('an address that waits is given up when the password is changed', async (t) => {
  const { foyer, laptop } = await adaAsks(t)
  const { link } = await mailTo(foyer, next)
  const password = 'lanterns over the harbour'
  const form = { current_password: ada.password, password, password_confirmation: password }
  await laptop.visit('user-password.update', form)

  assert.equal((await foyer.browser().send(link, press)).status, 410)
  assert.equal((await addressOf(foyer)).email, ada.email)
})
