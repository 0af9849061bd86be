import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { ada, signedInAda, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const submit = { method: 'POST', body: {} } as const

/** Ada, signed in to an unverified account, such as one created with the CLI. */
async function adaUnverified(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  return { foyer, laptop }
}

const emailVerifiedAt = async (foyer: TestApp) =>
  (await foyer.db.selectFrom('users').select('email_verified_at').executeTakeFirstOrThrow())
    .email_verified_at

async function verifiedAddresses({ db }: TestApp): Promise<string[]> {
  const users = db.selectFrom('users').select('email').where('email_verified_at', 'is not', null)
  return (await users.orderBy('email').execute()).map(({ email }) => email)
}

test('an unverified account sees the notice instead of verified pages (A-VER-01, VER-07)', async (t) => {
  const { laptop } = await adaUnverified(t)

  assert.equal((await laptop.visit('verification.notice')).page.component, 'Auth/VerifyEmail')
  assert.equal((await laptop.visit('dashboard')).location, '/email/verify')
  assert.equal((await laptop.json('/dashboard')).status, 403)
})

test('the notice of an unverified address redirects a verified account to the dashboard (A-VER-02)', async (t) => {
  const { laptop } = await signedInAda(t)

  assert.equal((await laptop.visit('verification.notice')).location, '/dashboard')
})

test('resending the link sends one mail and returns to the notice (A-VER-07)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)

  const answer = await laptop.visit('verification.send')

  assert.equal(answer.location, '/email/verify')
  assert.equal((await foyer.mails()).length, 2)
})

test('asking for a link by JSON answers 202, and 204 once the address is verified (A-VER-07)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  const requestLink = () => laptop.json('/email/verification-notification', submit)

  assert.equal((await requestLink()).status, 202)
  await laptop.visitPath(await foyer.linkInMail(), submit)
  const mails = await foyer.mails()
  const again = await requestLink()

  assert.deepEqual([again.status, again.text], [204, ''])
  assert.equal((await laptop.visit('verification.send')).location, '/dashboard')
  assert.deepEqual(await foyer.mails(), mails)
})

test('on another device the verification link verifies the address after signing in there (A-VER-03, VER-09)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const phone = foyer.browser()

  const asked = await phone.visitPath(link)
  const { location } = await phone.visit('login.store', ada)
  const { page } = await phone.visitPath(link)
  assert.equal(await emailVerifiedAt(foyer), null)
  const done = await phone.visitPath(link, submit)

  assert.deepEqual([asked.location, location], ['/login', link])
  assert.equal(page.props['email'], ada.email)
  assert.equal(done.location, '/dashboard')
  assert.notEqual(await emailVerifiedAt(foyer), null)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('the verification link verifies nothing for a guest or from a session of another account (VER-16)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, email: 'grace@example.com' })

  const asGuest = await foyer.browser().visitPath(link, submit)
  const opened = await grace.visitPath(link)
  const asGrace = await grace.visitPath(link, submit)
  const { page } = await grace.visit('accounts.index')
  const before = await verifiedAddresses(foyer)
  await laptop.visitPath(link, submit)

  assert.deepEqual(
    [asGuest.location, opened.location, asGrace.location],
    ['/login', '/accounts', '/accounts'],
  )
  assert.match(String(page.flash?.['banner']), /belongs to another account/)
  assert.deepEqual(before, ['grace@example.com'])
  assert.deepEqual(await verifiedAddresses(foyer), [ada.email, 'grace@example.com'])
})

test('verifying in a signed-in browser rotates its session', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  const before = laptop.cookies.get('foyer')

  await laptop.visit('verification.send')
  const confirmed = await laptop.visitPath(await foyer.linkInMail(), submit)

  assert.equal(confirmed.location, '/dashboard')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.notEqual(laptop.cookies.get('foyer'), before)
})

test('a reused link redirects a verified account and records no second event (A-VER-04, VER-12)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  await laptop.visitPath(link, submit)

  const again = await laptop.visitPath(link)

  assert.equal(again.location, '/dashboard')
  const events = await foyer.db
    .selectFrom('events')
    .select('seq')
    .where('type', '=', 'address.verified')
    .execute()
  assert.equal(events.length, 2)
})

test('an altered verification link is rejected (VER-02, A-VER-05, A-VER-06)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const flipped = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const other = link.replace(/\/[0-9a-f-]{36}\//, '/01234567-89ab-7def-8123-456789abcdef/')

  assert.equal((await laptop.visitPath(flipped, submit)).status, 410)
  assert.equal((await laptop.visitPath(other, submit)).status, 410)
  assert.equal((await laptop.visitPath(link.toUpperCase(), submit)).status, 404)
  assert.equal(await emailVerifiedAt(foyer), null)
})

test('the verification link of an address the account no longer has is rejected (VER-10)', async (t) => {
  const { foyer, laptop } = await adaUnverified(t)
  await laptop.visit('verification.send')
  const link = await foyer.linkInMail()
  const newAddress = { email: 'ada@new.example', email_key: 'ada@new.example' }
  await foyer.db.updateTable('users').set(newAddress).execute()
  await registerAccount(foyer, foyer.browser(), { ...ada, name: 'Someone else' })

  assert.equal((await laptop.visitPath(link, submit)).status, 410)
})
