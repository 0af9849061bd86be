import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  adaAtKeyChallenge,
  adaWithPasskey,
  addPasskey,
  addSecurityKey,
  enableWithPasskey,
  fieldError,
} from '#testing/passkey-flows.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
  signedInAda,
  startTwoFactorSetup,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const remove = { method: 'DELETE' } as const
const appPath = '/user/authenticator-app'
const twoFactorPath = '/user/two-factor-authentication'

async function challengeMethods(foyer: TestApp): Promise<unknown> {
  const browser = foyer.browser()
  await browser.visit('login.store', { email, password })
  return (await browser.visit('two-factor.login')).page.props['methods']
}

/** Two-factor with an app, and a security key that is a minute younger. */
async function adaWithBoth(browser: TestBrowser, foyer: TestApp) {
  const { recoveryCodes } = await enableTwoFactor(browser)
  foyer.clock.advance(minutes)
  const { id }: { id: string } = (
    await addSecurityKey(browser, new VirtualAuthenticator())
  ).raw.json()
  return { recoveryCodes, id }
}

test('a security key alone turns two-factor on, with recovery codes, and ends the other sessions (SKY-10)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await addSecurityKey(laptop, new VirtualAuthenticator())
  const before = (await laptop.visit('profile.security')).page.props['twoFactor']

  const codes = await enableWithPasskey(laptop)

  assert.partialDeepStrictEqual(before, { enabledAt: null, passkeyCount: 1, appAddedAt: null })
  assert.equal(new Set(codes).size, 10)
  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.deepEqual(await challengeMethods(foyer), ['passkey', 'recovery-code'])
  const [enabled] = await foyer.events('two-factor.enabled')
  assert.deepEqual(enabled?.data, { recoveryCodes: 10, factor: 'passkey' })
  const mail = (await foyer.mails()).find(({ subject }) => /^Two-factor .* is on$/.test(subject))
  assert.match(mail?.text ?? '', /asks for your passkey or security key/)
})

test('a recovery code completes a sign-in without the key, once (SKY-10)', async (t) => {
  const { foyer, phone, recoveryCodes } = await adaAtKeyChallenge(t)
  const [recovery_code] = recoveryCodes

  const answer = await phone.visit('two-factor.login.store', { recovery_code })
  const tablet = foyer.browser()
  await tablet.visit('login.store', { email, password })
  const again = await tablet.visit('two-factor.login.store', { recovery_code })

  assert.deepEqual([answer.location, again.location], ['/dashboard', '/two-factor-challenge'])
})

test('two-factor with a key needs a key, a confirmation, and to be off (SKY-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const path = '/user/two-factor-with-passkey'
  const enable = () => laptop.json(path, { method: 'POST', body: {} })
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  const unconfirmed = await enable()
  await confirmPassword(laptop)
  const withoutKey = await enable()
  await addSecurityKey(laptop, new VirtualAuthenticator())
  const answers = await Promise.all([enable(), enable(), enable()])

  assert.deepEqual([unconfirmed.status, withoutKey.status], [423, 422])
  assert.equal(fieldError(withoutKey, 'two_factor'), 'Add a passkey or a security key first.')
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422])
})

test('a passkey for signing in is asked for after the password once two-factor is on (SKY-10)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  const before = await foyer.browser().visit('login.store', { email, password })

  await enableWithPasskey(laptop)

  assert.equal(before.location, '/dashboard')
  assert.deepEqual(await challengeMethods(foyer), ['passkey', 'recovery-code'])
})

test('the factor added first is asked for first, until the owner prefers another (SKY-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await adaWithBoth(laptop, foyer)
  const byDefault = await challengeMethods(foyer)

  const chosen = await laptop.json('/user/preferred-second-factor', {
    method: 'PUT',
    body: { factor: 'passkey' },
  })

  assert.equal(chosen.status, 200)
  assert.deepEqual(byDefault, ['code', 'passkey', 'recovery-code'])
  assert.deepEqual(await challengeMethods(foyer), ['passkey', 'code', 'recovery-code'])
  const [preferred] = await foyer.events('second-factor.preferred')
  assert.deepEqual(preferred?.data, { factor: 'passkey' })
})

test('only a factor of the account can be preferred, after a confirmation', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const prefer = (factor: string) =>
    laptop.json('/user/preferred-second-factor', { method: 'PUT', body: { factor } })

  const answers = [await prefer('passkey'), await prefer('recovery-code')]
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  assert.deepEqual(
    answers.map((answer) => fieldError(answer, 'factor')),
    ["Your account doesn't have that second factor.", 'Choose one of the two.'],
  )
  assert.equal((await prefer('code')).status, 423)
})

test('the only passkey can be removed only once two-factor without an app is off (SKY-11)', async (t) => {
  const { foyer, laptop, id } = await adaAtKeyChallenge(t)

  const kept = await laptop.json(`/user/passkeys/${id}`, remove)
  const off = await laptop.json(twoFactorPath, remove)
  const removed = await laptop.json(`/user/passkeys/${id}`, remove)

  assert.match(fieldError(kept, 'passkey') ?? '', /turn two-factor authentication off\.$/)
  assert.deepEqual([off.status, removed.status], [200, 200])
  assert.equal((await foyer.browser().visit('login.store', { email, password })).status, 303)
})

test('the app can go when a key stays, and the recovery codes stay too (SKY-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const alone = await laptop.json(appPath, remove)
  await addSecurityKey(laptop, new VirtualAuthenticator())

  const removed = await laptop.json(appPath, remove)
  const again = await laptop.json(appPath, remove)

  assert.match(fieldError(alone, 'authenticator_app') ?? '', /only second factor/)
  assert.deepEqual([removed.status, again.status], [200, 404])
  assert.deepEqual(await challengeMethods(foyer), ['passkey', 'recovery-code'])
  assert.match((await foyer.mails())[0]?.subject ?? '', /app was removed/)
  const { methods } = (await laptop.json('/user/confirmed-password-status')).raw.json()
  assert.deepEqual(methods, ['password'])
})

test('an app is added beside a key without new recovery codes, and two-factor stays on since (SKY-10)', async (t) => {
  const { foyer, laptop } = await adaAtKeyChallenge(t)
  const { props } = (await laptop.visit('profile.security')).page
  foyer.clock.advance(minutes)
  const app = await startTwoFactorSetup(laptop)

  const added = await laptop.json('/user/confirmed-two-factor-authentication', {
    method: 'POST',
    body: { code: app.nextCode() },
  })

  assert.deepEqual([added.status, added.raw.json()], [200, ''])
  const after = (await laptop.visit('profile.security')).page.props
  const since = Object(props['twoFactor']).enabledAt
  assert.partialDeepStrictEqual(after['twoFactor'], {
    enabledAt: since,
    appAddedAt: new Date(foyer.clock.now()).toISOString(),
    recoveryCodesLeft: 10,
  })
  assert.deepEqual(await challengeMethods(foyer), ['passkey', 'code', 'recovery-code'])
})

test('concurrent removals of the last two factors: exactly one succeeds (SKY-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await adaWithBoth(laptop, foyer)

  const answers = await Promise.all([
    laptop.json(appPath, remove),
    laptop.json(`/user/passkeys/${id}`, remove),
  ])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  await assertHasFactor(foyer)
})

test('concurrent removals of the last two keys: exactly one succeeds (SKY-12)', async (t) => {
  const { foyer, laptop, id } = await adaAtKeyChallenge(t)
  const other: { id: string } = (await addPasskey(laptop, new VirtualAuthenticator())).raw.json()

  const answers = await Promise.all(
    [id, other.id].map((it) => laptop.json(`/user/passkeys/${it}`, remove)),
  )

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  await assertHasFactor(foyer)
})

test('concurrent enabling and removal of the only key never leave two-factor without a factor (SKY-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const { id }: { id: string } = (
    await addSecurityKey(laptop, new VirtualAuthenticator())
  ).raw.json()

  const answers = await Promise.all([
    laptop.json('/user/two-factor-with-passkey', { method: 'POST', body: {} }),
    laptop.json(`/user/passkeys/${id}`, remove),
  ])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  await assertHasFactor(foyer)
})

/** Two-factor is never on without a factor. */
async function assertHasFactor({ db }: TestApp): Promise<void> {
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const keys = await db.selectFrom('passkeys').select('id').execute()
  const hasFactor = user.two_factor_secret_sealed !== null || keys.length > 0
  assert.ok(user.two_factor_enabled_at === null || hasFactor)
}
