import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import {
  ada,
  type AuthenticatorApp,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const cookie = 'foyer-trusted'

/** Ada with two-factor on her laptop, and a phone that she trusts and has signed out of. */
async function adaWithTrustedPhone(t: TestContext, newApp = createTestApp) {
  const { foyer, laptop } = await signedInAda(t, newApp)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await trust(phone, authenticator)
  await phone.visit('logout')
  return { foyer, laptop, phone, authenticator }
}

async function trust(browser: TestBrowser, authenticator: AuthenticatorApp): Promise<void> {
  await browser.visit('login.store', { email, password })
  const form = { code: authenticator.nextCode(), trust_device: true }
  const { location } = await browser.visit('two-factor.login.store', form)
  assert.equal(location, '/dashboard')
}

/** The path after a correct password. */
const signIn = async (browser: TestBrowser, form: object = { email, password }) =>
  (await browser.visit('login.store', { ...form })).location

const rows = ({ db }: TestApp) => db.selectFrom('trusted_devices').selectAll().execute()

test('a trusted device signs in with the password alone (DEV-01)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)

  const location = await signIn(phone)

  assert.equal(location, '/dashboard')
  assert.equal((await phone.visit('dashboard')).status, 200)
  const started = await foyer.events('session.started')
  assert.equal(started.at(-1)?.data['method'], 'trusted-device')
})

test('a device becomes trusted only when its user chooses it (DEV-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  const { text } = await phone.open('/two-factor-challenge')
  await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  await phone.visit('logout')

  assert.match(text, /<input[^>]+name="trust_device"/)
  assert.doesNotMatch(text, /<input[^>]+name="trust_device"[^>]+checked/)
  assert.equal(phone.cookies.has(cookie), false)
  assert.equal(await signIn(phone), '/two-factor-challenge')
})

test('a wrong code makes no device trusted (DEV-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })

  await thief.visit('two-factor.login.store', { code: '000000', trust_device: true })

  assert.equal(thief.cookies.has(cookie), false)
  assert.deepEqual(await rows(foyer), [])
})

test('a stolen cookie of a trusted device opens nothing without the password (DEV-02)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const thief = foyer.browser()
  thief.cookies.set(cookie, phone.cookies.get(cookie) ?? '')

  const wrong = await signIn(thief, { email, password: 'a guess' })

  assert.equal(wrong, '/login?step=password')
  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal((await thief.visit('two-factor.login')).location, '/login')
  assert.equal(await signIn(phone), '/dashboard')
})

test('the cookie of another account skips nothing (DEV-02)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const grace = { ...ada, name: 'Grace', email: 'grace@example.com' }
  const desk = foyer.browser()
  await registerAccount(foyer, desk, grace)
  await enableTwoFactor(desk)

  const location = await signIn(phone, grace)

  assert.equal(location, '/two-factor-challenge')
  assert.equal(await signIn(phone), '/dashboard')
})

test('two accounts can trust one browser, each with a secret of its own (DEV-02)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const grace = { ...ada, name: 'Grace', email: 'grace@example.com' }
  const desk = foyer.browser()
  await registerAccount(foyer, desk, grace)
  const { authenticator } = await enableTwoFactor(desk)
  foyer.clock.advance(minutes)
  await phone.visit('login.store', { ...grace })
  await phone.visit('two-factor.login.store', { code: authenticator.nextCode(), trust_device: '1' })
  await phone.visit('logout')

  assert.equal(await signIn(phone), '/dashboard')
  await phone.visit('logout')
  assert.equal(await signIn(phone, grace), '/dashboard')
  assert.equal(phone.cookies.get(cookie)?.split('.').length, 2)
})

test('a secret planted in the browser never becomes trusted (DEV-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const planted = 'x'.repeat(43)
  const phone = foyer.browser()
  phone.cookies.set(cookie, planted)
  await trust(phone, authenticator)
  const thief = foyer.browser()
  thief.cookies.set(cookie, planted)

  assert.equal(await signIn(thief), '/two-factor-challenge')
  assert.equal(
    (await rows(foyer)).some(({ token_hash }) => token_hash === hashSecret(planted)),
    false,
  )
})

test('a used cookie is replaced, so its copy is worthless (DEV-04)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const thief = foyer.browser()
  thief.cookies.set(cookie, phone.cookies.get(cookie) ?? '')
  await signIn(phone)

  assert.equal(await signIn(thief), '/two-factor-challenge')
  await phone.visit('logout')
  assert.equal(await signIn(phone), '/dashboard')
})

test('a thief who uses a copied cookie first loses the trust when the owner comes, who is told (DEV-09)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const thief = foyer.browser()
  thief.cookies.set(cookie, phone.cookies.get(cookie) ?? '')
  for (let use = 0; use < 3; use++) {
    assert.equal(await signIn(thief), '/dashboard')
    await thief.visit('logout')
  }
  foyer.clock.advance(minutes)

  assert.equal(await signIn(phone), '/two-factor-challenge')

  assert.equal(await signIn(thief), '/two-factor-challenge')
  assert.deepEqual(await rows(foyer), [])
  const [event, ...others] = await foyer.events('device.trust-copied')
  assert.deepEqual([event?.ip, others.length], [phone.ipAddress, 0])
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'A copy of a trusted device was used')
  assert.match(mail?.text ?? '', /\/not-me\//)
})

test('a thief who uses a copied cookie second ends the trust too (DEV-09)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const thief = foyer.browser()
  thief.cookies.set(cookie, phone.cookies.get(cookie) ?? '')
  await signIn(phone)
  await phone.visit('logout')
  foyer.clock.advance(days)

  assert.equal(await signIn(thief), '/two-factor-challenge')

  assert.equal((await foyer.events('device.trust-copied')).length, 1)
  assert.equal(await signIn(phone), '/two-factor-challenge')
})

test('without the password, a copied cookie ends no trust; nor does a second tab at once (DEV-09)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const [thief, tab] = [foyer.browser(), foyer.browser()]
  for (const copy of [thief, tab]) copy.cookies.set(cookie, phone.cookies.get(cookie) ?? '')
  await signIn(phone)
  await phone.visit('logout')
  await signIn(tab)
  foyer.clock.advance(minutes)

  await signIn(thief, { email, password: 'a guess' })

  assert.deepEqual(await foyer.events('device.trust-copied'), [])
  assert.equal(await signIn(phone), '/dashboard')
})

test('of concurrent sign-ins with copies of one cookie exactly one skips the second factor (DEV-04)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const copies = Array.from({ length: 8 }, () => foyer.browser())
  for (const copy of copies) {
    await copy.open('/login')
    copy.cookies.set(cookie, phone.cookies.get(cookie) ?? '')
  }

  const locations = await Promise.all(copies.map((copy) => signIn(copy)))

  assert.equal(locations.filter((it) => it === '/dashboard').length, 1)
  assert.equal(locations.filter((it) => it === '/two-factor-challenge').length, 7)
})

test('the trust ends after 30 days, however often it is used (DEV-05)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  foyer.clock.advance(29 * days)
  assert.equal(await signIn(phone), '/dashboard')
  await phone.visit('logout')
  foyer.clock.advance(days)

  assert.equal(await signIn(phone), '/two-factor-challenge')
  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)
  assert.deepEqual(await rows(foyer), [])
})

test('the operator can offer no trust, which ends the trust of before (DEV-05)', async (t) => {
  const foyer = await createTestApp(t, { TRUSTED_DEVICE_DAYS: '0' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await trust(phone, authenticator)
  const secret = 'x'.repeat(43)
  const { id: user_id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const now = foyer.clock.now()
  const times = { created_at: now, last_used_at: now, expires_at: now + days }
  const token_hash = hashSecret(secret)
  const row = { id: 'from before', user_id, token_hash, user_agent: null, country: null, ...times }
  await foyer.db.insertInto('trusted_devices').values(row).execute()
  const trustedBefore = foyer.browser()
  trustedBefore.cookies.set(cookie, secret)

  assert.equal(phone.cookies.has(cookie), false)
  assert.equal(await signIn(trustedBefore), '/two-factor-challenge')
  assert.doesNotMatch((await trustedBefore.open('/two-factor-challenge')).text, /trust_device/)
})

test('the owner sees the trusted devices and ends the trust in one (DEV-06)', async (t) => {
  const { foyer, laptop, phone, authenticator } = await adaWithTrustedPhone(t)
  foyer.clock.advance(minutes)
  const tablet = foyer.browser()
  await trust(tablet, authenticator)
  const { props } = (await laptop.visit('profile.security')).page
  const [newest, oldest]: Record<string, unknown>[] = Object(props['trustedDevices'])

  const { status } = await laptop.visitPath(`/user/trusted-devices/${oldest?.['id']}`, {
    method: 'DELETE',
  })

  assert.equal(status, 303)
  assert.partialDeepStrictEqual(newest, {
    browser: 'Chrome',
    platform: 'macOS',
    isThisDevice: false,
  })
  assert.equal(await signIn(phone), '/two-factor-challenge')
  await tablet.visit('logout')
  assert.equal(await signIn(tablet), '/dashboard')
  assert.equal((await foyer.events('device.untrusted')).length, 1)
  assert.match((await tablet.open('/user/profile/security')).text, /This device/)
})

test('the owner ends the trust in all devices (DEV-06)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)

  await laptop.visit('trusted-devices.destroy')

  assert.equal(await signIn(phone), '/two-factor-challenge')
  assert.equal((await foyer.events('device.untrusted')).length, 1)
})

test("another account's trusted device cannot be ended or seen (DEV-06)", async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, name: 'Grace', email: 'grace@example.com' })
  const [row] = await rows(foyer)

  await grace.visitPath(`/user/trusted-devices/${row?.id}`, { method: 'DELETE' })
  await grace.visit('trusted-devices.destroy')

  assert.deepEqual((await grace.visit('profile.security')).page.props['trustedDevices'], [])
  assert.equal(await signIn(phone), '/dashboard')
})

test('the trust is mailed once, recorded, and stored as a hash (DEV-07)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)

  const [mail, before] = await foyer.mails()

  assert.equal(mail?.subject, 'A device of yours is now trusted')
  assert.match(mail?.text ?? '', /For 30 days/)
  assert.match(mail?.text ?? '', /\/not-me\//)
  assert.equal(before?.subject, 'Two-factor authentication is on')
  const [event] = await foyer.events('device.trusted')
  const secret = phone.cookies.get(cookie) ?? ''
  assert.deepEqual(Object.keys(event?.data ?? {}), ['browser', 'device', 'endsAt', 'platform'])
  assert.equal(JSON.stringify(await rows(foyer)).includes(secret), false)
  assert.equal((await rows(foyer))[0]?.token_hash, hashSecret(secret))
})

test('the trusted devices of an earlier moment are shown in Time Travel (DEV-07)', async (t) => {
  const { foyer, laptop } = await adaWithTrustedPhone(t)
  const [event] = await foyer.events('device.trusted')
  await laptop.visit('trusted-devices.destroy')

  const { props } = (await laptop.visitPath(`/time-travel?event=${event?.seq}`)).page

  assert.equal(Object.keys(Object(props['past']).trustedDevices).length, 1)
  assert.deepEqual(Object(props['present']).trustedDevices, {})
})

test('the cookie is for this host and http only (DEV-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  const form = { code: authenticator.nextCode(), trust_device: true }

  const { raw } = await phone.visit('two-factor.login.store', form)

  const set = raw.cookies.find(({ name }) => name === cookie)
  assert.partialDeepStrictEqual(set, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 2_592_000,
  })
  assert.equal(set?.domain, undefined)
})
