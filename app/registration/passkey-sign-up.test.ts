import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fetchPasskeyOptions, signInWithPasskey } from '#testing/passkey-flows.ts'
import {
  confirmByCreatingPasskey,
  firstPasskeyOptions,
  registerAdaWithPasskey,
  registerWithPasskey,
  submitFirstPasskey,
} from '#testing/passkey-sign-up.ts'
import { ada, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, name } = ada

const accounts = ({ db }: TestApp) =>
  db.selectFrom('users').select(['email', 'password_hash', 'terms_version']).execute()
const countPasskeys = async ({ db }: TestApp) =>
  (await db.selectFrom('passkeys').select('id').execute()).length

test('an account is registered with a passkey only, and signs in with it (NPW-10)', async (t) => {
  const foyer = await createTestApp(t)
  const { laptop, key } = await registerAdaWithPasskey(foyer)

  const [account] = await accounts(foyer)
  assert.deepEqual([account?.email, account?.password_hash], [email, null])
  assert.notEqual(account?.terms_version, null)
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
  assert.deepEqual(
    (await foyer.events()).map(({ type }) => type),
    [
      'account.created',
      'address.verified',
      'terms.accepted',
      'terms.accepted',
      'session.started',
      'passkey.added',
      'session.started',
    ],
  )
})

test('the page without a password says what happens next, and offers the other one (NPW-10)', async (t) => {
  const foyer = await createTestApp(t)
  const guest = foyer.browser()

  const withPassword = await guest.open('/register')
  const withPasskey = await guest.open('/register/passkey')

  assert.match(withPassword.text, /href="\/register\/passkey"/)
  assert.match(withPasskey.text, /You create a passkey when you open the link in our email\./)
  assert.ok(!withPasskey.text.includes('name="password"'))
})

test('the rules of registration hold: name, address, terms, closed sign-up (NPW-10)', async (t) => {
  const foyer = await createTestApp(t)
  const guest = foyer.browser()
  await guest.open('/register/passkey')
  const closed = (await createTestApp(t, { REGISTRATION: 'closed' })).browser()
  await closed.open('/login')
  const body = { name: '', email: 'nowhere' }

  const answer = await guest.json('/register/passkey', { method: 'POST', body })
  const refused = [
    await closed.open('/register/passkey'),
    await closed.json('/register/passkey', { method: 'POST', body: { name, email, terms: true } }),
  ]

  assert.deepEqual(Object.keys(answer.raw.json().errors).toSorted(), ['email', 'name', 'terms'])
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404],
  )
})

test('an address with an account gets the usual response, and its owner a mail (NPW-11)', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = foyer.browser()

  const answer = await stranger.visit('register.passkey.store', { name, email, terms: true })

  assert.equal(answer.location, '/email/verify')
  assert.match((await foyer.mails())[0]?.subject ?? '', /already have an account/)
})

test('pre-hijacking: a stranger who registers the address leaves nothing that opens the account (NPW-11)', async (t) => {
  const foyer = await createTestApp(t)
  const [stranger, owner] = [foyer.browser(), foyer.browser()]
  const link = await registerWithPasskey(foyer, stranger)
  const strangersKey = new VirtualAuthenticator()
  const ownersKey = new VirtualAuthenticator()
  const guess = link.replace(/[^/]{43}$/, 'x'.repeat(43))

  const guessed = await stranger.json(`${guess}/passkey`)
  await owner.open(link)
  const credential = strangersKey.create(await firstPasskeyOptions(owner, link))
  const planted = await submitFirstPasskey(stranger, guess, credential)
  const opened = await confirmByCreatingPasskey(owner, link, ownersKey)

  assert.deepEqual([guessed.status, planted.status, opened.location], [410, 410, '/dashboard'])
  assert.equal((await signInWithPasskey(foyer.browser(), strangersKey)).status, 422)
  assert.equal((await signInWithPasskey(foyer.browser(), ownersKey)).status, 200)
  assert.equal((await stranger.visit('dashboard')).location, '/login')
  assert.equal(await countPasskeys(foyer), 1)
})

test('terms that somebody else may have accepted are asked for again (NPW-11)', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  const link = await registerWithPasskey(foyer, laptop)

  await confirmByCreatingPasskey(phone, link)

  assert.equal((await accounts(foyer))[0]?.terms_version, null)
  assert.equal((await phone.visit('dashboard')).location, '/terms-of-service/accept')
  const { page } = await laptop.followRedirects('/email/verify')
  assert.match(String(page.flash?.['banner']), /Sign in with the passkey you created\.$/)
})

test('a passkey never completes a registration with a password, whose chooser could come back (NPW-12)', async (t) => {
  const foyer = await createTestApp(t)
  const [stranger, owner] = [foyer.browser(), foyer.browser()]
  await stranger.visit('register.store', { ...ada, terms: true })
  const link = await foyer.linkInMail()
  await owner.open(link)
  const ofAnother = await registerWithPasskey(foyer, owner, { email: 'grace@example.com' })
  const credential = new VirtualAuthenticator().create(await firstPasskeyOptions(owner, ofAnother))

  const options = await owner.json(`${link}/passkey`)
  const answer = await submitFirstPasskey(owner, link, credential)

  assert.deepEqual([options.status, answer.status], [404, 404])
  assert.deepEqual(await accounts(foyer), [])
})

test('a registration with a passkey is not completed without one (NPW-12)', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  const link = await registerWithPasskey(foyer, laptop)

  const answers = [
    await laptop.visitPath(link, { method: 'POST', body: {} }),
    await phone.visitPath(link, { method: 'POST', body: { password: '' } }),
    await phone.visitPath(link, { method: 'POST', body: { password: ada.password } }),
  ]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 303, 404],
  )
  assert.deepEqual(await accounts(foyer), [])
})

test('a replay opens nothing: neither the link, nor its passkey again (NPW-13)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = foyer.browser()
  const link = await registerWithPasskey(foyer, laptop)
  await laptop.open(link)
  const credential = new VirtualAuthenticator().create(await firstPasskeyOptions(laptop, link))
  const recorded = new Map(laptop.cookies)
  await submitFirstPasskey(laptop, link, credential)

  const thief = foyer.browser()
  for (const [cookie, value] of recorded) thief.cookies.set(cookie, value)
  const again = await submitFirstPasskey(thief, link, credential)
  const options = await thief.json(`${link}/passkey`)

  assert.deepEqual([again.status, options.status], [410, 410])
  assert.equal((await accounts(foyer)).length, 1)
})

test('of sixteen concurrent passkeys for one link, one opens the account (NPW-13)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = foyer.browser()
  const link = await registerWithPasskey(foyer, laptop)
  await laptop.open(link)
  const copies = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const copy = foyer.browser()
      for (const [cookie, value] of laptop.cookies) copy.cookies.set(cookie, value)
      const options = await firstPasskeyOptions(copy, link)
      return { copy, credential: new VirtualAuthenticator().create(options) }
    }),
  )

  const answers = await Promise.all(
    copies.map(({ copy, credential }) => submitFirstPasskey(copy, link, credential)),
  )

  assert.equal(answers.filter(({ location }) => location === '/dashboard').length, 1)
  assert.deepEqual([(await accounts(foyer)).length, await countPasskeys(foyer)], [1, 1])
})

test('a challenge of another link, browser or purpose, or an old one, is rejected (NPW-14)', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  const others = await registerWithPasskey(foyer, laptop, { email: 'grace@example.com' })
  const link = await registerWithPasskey(foyer, laptop)
  await phone.open(link)
  const key = new VirtualAuthenticator()
  const { challenge: ofLink, ...options } = await firstPasskeyOptions(laptop, others)
  const { challenge: ofBrowser } = await firstPasskeyOptions(phone, link)
  const { challenge: ofPurpose } = await fetchPasskeyOptions(laptop, 'login')
  const { challenge: old } = await firstPasskeyOptions(laptop, link)
  const send = (challenge: string) =>
    submitFirstPasskey(laptop, link, key.create({ ...options, challenge }))

  const rejected = [await send(ofLink), await send(ofBrowser), await send(ofPurpose)]
  foyer.clock.advance(5 * minutes)
  rejected.push(await send(old))

  assert.deepEqual(
    rejected.map(({ status }) => status),
    rejected.map(() => 303),
  )
  assert.deepEqual(await accounts(foyer), [])
})

test('a passkey of somebody else, or without user verification, opens no account (NPW-14)', async (t) => {
  const foyer = await createTestApp(t)
  const { key } = await registerAdaWithPasskey(foyer)
  const grace = foyer.browser()
  const link = await registerWithPasskey(foyer, grace, { email: 'grace@example.com' })
  await grace.open(link)
  const unverified = new VirtualAuthenticator().create(await firstPasskeyOptions(grace, link), {
    userVerified: false,
  })

  await submitFirstPasskey(grace, link, unverified)
  await submitFirstPasskey(grace, link, key.create(await firstPasskeyOptions(grace, link)))

  assert.equal((await accounts(foyer)).length, 1)
  assert.equal((await confirmByCreatingPasskey(grace, link)).location, '/dashboard')
})

test('an address that has an account by now is not registered again (NPW-13)', async (t) => {
  const foyer = await createTestApp(t)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  const link = await registerWithPasskey(foyer, laptop)
  await laptop.open(link)
  const credential = new VirtualAuthenticator().create(await firstPasskeyOptions(laptop, link))
  await registerAccount(foyer, phone)

  const answer = await submitFirstPasskey(laptop, link, credential)

  assert.equal(answer.status, 410)
  assert.equal(await countPasskeys(foyer), 0)
})
