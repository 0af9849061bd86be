import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  startTwoFactorSetup,
  confirmPassword,
  enableTwoFactor,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const settingsPath = '/user/two-factor-authentication'
const confirmPath = '/user/confirmed-two-factor-authentication'
const codesPath = '/user/two-factor-recovery-codes'
const qrPath = '/user/two-factor-qr-code'
const keyPath = '/user/two-factor-secret-key'

const post = (browser: TestBrowser, path: string, body: unknown = {}) =>
  browser.json(path, { method: 'POST', body })

async function isTwoFactorOn(browser: TestBrowser): Promise<boolean> {
  const { props } = (await browser.visit('profile.show')).page
  return JSON.stringify(props['auth']).includes('"two_factor_enabled":true')
}

async function eventTypes(foyer: TestApp): Promise<string[]> {
  return (await foyer.events()).map(({ type }) => type)
}

test('two-factor is on only after a code is confirmed (TFA-05, MFA-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const authenticator = await startTwoFactorSetup(laptop)

  assert.equal(await isTwoFactorOn(laptop), false)
  const meanwhile = await foyer.browser().visit('login.store', ada)
  assert.equal(meanwhile.location, '/dashboard')
  const answer = await post(laptop, confirmPath, { code: authenticator.nextCode() })

  assert.equal(answer.status, 200)
  assert.equal(new Set(answer.raw.json().recovery_codes).size, 10)
  assert.equal(await isTwoFactorOn(laptop), true)
  assert.ok((await eventTypes(foyer)).includes('two-factor.enabled'))
})

test("rejects a wrong code in the form's own error bag (TFA-06)", async (t) => {
  const { laptop } = await signedInAda(t)
  await startTwoFactorSetup(laptop)

  const answer = await laptop.visitPath(confirmPath, {
    method: 'POST',
    body: { code: '000000' },
    headers: { 'x-inertia-error-bag': 'confirmTwoFactorAuthentication' },
  })

  assert.equal(answer.status, 303)
  const { errors } = (await laptop.visit('profile.show')).page.props
  assert.deepEqual(Object.keys(errors), ['confirmTwoFactorAuthentication'])
  assert.equal(await isTwoFactorOn(laptop), false)
})

test('rejects malformed codes with a message, never a server error', async (t) => {
  const { laptop } = await signedInAda(t)
  await startTwoFactorSetup(laptop)

  const answers = await Promise.all([
    post(laptop, confirmPath, {}),
    post(laptop, confirmPath, { code: 123456 }),
    post(laptop, confirmPath, { code: '１２３４５６' }),
    post(laptop, confirmPath, { code: 'x'.repeat(1000) }),
    post(laptop, confirmPath, { code: ['123456'] }),
  ])

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [422])
})

test('starting again, in another tab or after a reload, shows the same key (TFA-02, TFA-12, TFA-14, TFA-16, TFA-17)', async (t) => {
  const { laptop } = await signedInAda(t)
  const first = await startTwoFactorSetup(laptop)
  await laptop.visit('profile.show')
  await post(laptop, confirmPath, { code: '000000' })
  await laptop.visit('profile.show')

  const second = await startTwoFactorSetup(laptop)

  assert.equal(second.secret, first.secret)
  assert.equal((await post(laptop, confirmPath, { code: first.nextCode() })).status, 200)
})

test('viewing the profile changes nothing, whether two-factor is off, pending or on (TFA-11, TFA-13, TFA-15)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const rows = () => foyer.db.selectFrom('two_factor_setups').selectAll().execute()

  await laptop.visit('profile.show')
  assert.deepEqual(await rows(), [])
  const authenticator = await startTwoFactorSetup(laptop)
  const begun = await rows()
  await laptop.visit('profile.show')
  assert.deepEqual(await rows(), begun)
  await post(laptop, confirmPath, { code: authenticator.nextCode() })
  await laptop.visit('profile.show')
  assert.deepEqual(await rows(), [])
})

test('an unfinished enrollment expires, and the next one has a new key (MFA-14, MFA-15)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const abandoned = await startTwoFactorSetup(laptop)
  foyer.clock.advance(31 * minutes)

  assert.equal((await post(laptop, confirmPath, { code: '000000' })).status, 423)
  const next = await startTwoFactorSetup(laptop)
  const old = await post(laptop, confirmPath, { code: abandoned.codeAt(foyer.clock.now()) })

  assert.notEqual(next.secret, abandoned.secret)
  assert.equal(old.status, 422)
})

test("rejects a code of another user's key (MFA-15)", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const other = foyer.browser()
  await startTwoFactorSetup(laptop)
  const grace = { ...ada, email: 'grace@example.com' }
  await other.visit('register.store', { ...grace, terms: true })
  await other.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  const hers = await startTwoFactorSetup(other)

  assert.equal((await post(laptop, confirmPath, { code: hers.nextCode() })).status, 422)
})

test('QR code and key are shown during enrollment, never after (MFA-16)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  assert.deepEqual((await laptop.json(qrPath)).raw.json(), [])
  assert.equal((await laptop.json(keyPath)).status, 404)

  const authenticator = await startTwoFactorSetup(laptop)
  const shown = (await laptop.json(qrPath)).raw.json()
  assert.match(shown.svg, /^<svg /)
  assert.ok(shown.url.includes(`secret=${authenticator.secret}`))
  await post(laptop, confirmPath, { code: authenticator.nextCode() })

  assert.deepEqual((await laptop.json(qrPath)).raw.json(), [])
  assert.equal((await laptop.json(keyPath)).status, 404)
  assert.ok(!(await laptop.visit('profile.security')).text.includes(authenticator.secret))
})

test('viewing or changing two-factor requires a recent confirmation (MFA-16, MFA-17, MFA-19)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const authenticator = await startTwoFactorSetup(laptop)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  const answers = await Promise.all([
    post(laptop, settingsPath),
    post(laptop, confirmPath, { code: authenticator.nextCode() }),
    laptop.json(settingsPath, { method: 'DELETE' }),
    laptop.json(qrPath),
    laptop.json(keyPath),
    laptop.json(codesPath),
    post(laptop, codesPath),
  ])

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [423])
  assert.ok(!(await laptop.visit('profile.security')).text.includes(authenticator.secret))
})

test('rejects guests and forged requests (MFA-17)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const forged = { 'x-xsrf-token': 'forged', 'sec-fetch-site': 'cross-site' }

  const guest = await foyer.browser().json(codesPath)
  const attack = await laptop.json(settingsPath, { method: 'DELETE', headers: forged })

  assert.deepEqual([guest.status, attack.status], [401, 403])
  assert.equal(await isTwoFactorOn(laptop), true)
})

test('enabling two-factor ends all other sessions (A-SES-03)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)

  await enableTwoFactor(laptop)

  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('recovery codes are flashed once, stored as hashes and only counted afterwards (MFA-16)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const authenticator = await startTwoFactorSetup(laptop)

  await laptop.visit('two-factor.confirm', { code: authenticator.nextCode() })
  const { flash } = (await laptop.visit('profile.security')).page
  const again = (await laptop.visit('profile.security')).page

  assert.equal(flash?.['status'], 'two-factor-authentication-confirmed')
  const codes = JSON.stringify(flash['recoveryCodes'])
  assert.match(codes, /^\["([a-z2-7]{4}-){2}[a-z2-7]{4}",/)
  assert.equal(again.flash?.['recoveryCodes'], undefined)
  assert.deepEqual((await laptop.json(codesPath)).raw.json(), { left: 10 })
  const stored = await foyer.db.selectFrom('recovery_codes').selectAll().execute()
  assert.ok(JSON.parse(codes).every((code: string) => !JSON.stringify(stored).includes(code)))
})

test('new recovery codes differ from the old ones, which stop working (TFA-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { recoveryCodes } = await enableTwoFactor(laptop)

  const answer = await post(laptop, codesPath)
  await laptop.visit('two-factor.confirm-recovery-codes', { id: answer.raw.json().id })
  const phone = foyer.browser()
  await phone.visit('login.store', ada)
  const old = await post(phone, '/two-factor-challenge', { recovery_code: recoveryCodes[0] })

  const codes = new Set([...recoveryCodes, ...answer.raw.json().recovery_codes])
  assert.equal(codes.size, 20)
  assert.equal(old.status, 422)
  assert.equal((await foyer.mails())[0]?.subject, 'You have new recovery codes')
})

test('recovery codes require two-factor', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  assert.equal((await post(laptop, codesPath)).status, 422)
  assert.deepEqual((await laptop.json(codesPath)).raw.json(), { left: 0 })
})

test('after disabling, the password is enough and no two-factor data is left', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)

  const off = await laptop.json(settingsPath, { method: 'DELETE' })
  const again = await laptop.json(settingsPath, { method: 'DELETE' })

  assert.deepEqual([off.status, off.text, again.status], [200, '""', 200])
  assert.equal((await foyer.browser().visit('login.store', ada)).location, '/dashboard')
  assert.deepEqual(await foyer.db.selectFrom('recovery_codes').selectAll().execute(), [])
  const [user] = await foyer.db.selectFrom('users').selectAll().execute()
  assert.deepEqual([user?.two_factor_secret_sealed, user?.two_factor_last_step], [null, null])
  const off2 = (await eventTypes(foyer)).filter((type) => type === 'two-factor.disabled')
  assert.equal(off2.length, 1)
})

test('notifies the owner when two-factor is enabled or disabled', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  await laptop.visit('two-factor.disable')

  const subjects = (await foyer.mails()).map(({ subject }) => subject)

  assert.deepEqual(subjects.filter((it) => it.startsWith('Two-factor')).toSorted(), [
    'Two-factor authentication is off',
    'Two-factor authentication is on',
  ])
})

test('when moving to another app, the old one works until the new one is confirmed (TFA-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  await post(laptop, settingsPath)
  assert.equal((await laptop.json(keyPath)).status, 404)

  await post(laptop, settingsPath, { force: true })
  const phone = foyer.browser()
  await phone.visit('login.store', ada)
  const old = await post(phone, '/two-factor-challenge', { code: authenticator.nextCode() })

  assert.equal(old.status, 204)
  assert.notEqual((await laptop.json(keyPath)).raw.json().secretKey, authenticator.secret)
})

test('the encrypted key is bound to its account and cannot be moved to another row (MFA-20)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const keys = createKeyring(foyer.config.appKeys)
  const user = await foyer.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const sealed = user.two_factor_secret_sealed ?? ''

  assert.match(keys.decrypt('two-factor', sealed, user.id) ?? '', /^[0-9a-f]{40}$/)
  assert.equal(keys.decrypt('two-factor', sealed, 'somebody else'), null)
  assert.equal(keys.decrypt('two-factor-setup', sealed, user.id), null)
})

test('confirming the enrollment has its own rate limit', async (t) => {
  const { laptop } = await signedInAda(t)
  await startTwoFactorSetup(laptop)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(laptop, confirmPath, { code: '000000' })),
  )

  assert.equal(answers.filter(({ status }) => status === 429).length, 3)
})

test('an enrollment is void once its session has ended (MFA-14)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  const { secret } = await startTwoFactorSetup(phone)
  await confirmPassword(laptop)
  await laptop.visit('other-browser-sessions.destroy')

  assert.notEqual((await startTwoFactorSetup(laptop)).secret, secret)
})
