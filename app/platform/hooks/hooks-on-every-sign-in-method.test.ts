import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createApiClient } from '#testing/api-clients.ts'
import { enterCode as enterDeviceCode, enterPassword, mailedCode } from '#testing/device-codes.ts'
import { enterCode, requestSignInCode } from '#testing/mailed-codes.ts'
import { addPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import { confirmByCreatingPasskey, registerWithPasskey } from '#testing/passkey-sign-up.ts'
import { appWithProvider, bannerOn, signInByProvider } from '#testing/provider-flows.ts'
import { refusalReason, refuse, registerHooks } from '#testing/register-hooks.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const refusingSignIns = { beforeSignIn: [refuse] }
const refusingSignUps = { beforeSignUp: [refuse] }

test('a hook that rejects a password starts no session, and its reason is shown at the address (HOK-01)', async (t) => {
  const { foyer } = await signedInAda(t)
  registerHooks(t, foyer, refusingSignIns)
  const phone = foyer.browser()

  await phone.visit('login.store', { email, password })

  assert.deepEqual((await phone.visit('login')).page.props['errors'], { email: refusalReason })
  await assertClosed(foyer, phone)
})

test('a hook that rejects a passkey starts no session (HOK-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const key = new VirtualAuthenticator()
  await addPasskey(laptop, key)
  registerHooks(t, foyer, refusingSignIns)
  const phone = foyer.browser()

  const { raw } = await signInWithPasskey(phone, key)

  assert.deepEqual([raw.statusCode, raw.json().message], [422, refusalReason])
  await assertClosed(foyer, phone)
})

test('a hook that rejects a second factor starts no session (HOK-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { recoveryCodes } = await enableTwoFactor(laptop)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  registerHooks(t, foyer, refusingSignIns)

  await phone.visit('two-factor.login.store', { recovery_code: recoveryCodes[0] })

  assert.equal(await bannerOn(phone, '/two-factor-challenge'), refusalReason)
  const { count } = await foyer.db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), recoveryCodes.length)
  await assertClosed(foyer, phone)
})

test('a hook that rejects a mailed code starts no session (HOK-01)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  const code = await requestSignInCode(foyer, phone)
  registerHooks(t, foyer, refusingSignIns)

  await enterCode(phone, code)

  assert.equal(await bannerOn(phone), refusalReason)
  await assertClosed(foyer, phone)
})

test('a hook that rejects a new-device code starts no session and counts no wrong code (HOK-01)', async (t) => {
  const foyer = await createTestApp(t, { NEW_DEVICE_CODE: '1' })
  await registerAccount(foyer, foyer.browser())
  const phone = await enterPassword(foyer)
  const code = await mailedCode(foyer)
  registerHooks(t, foyer, refusingSignIns)

  await enterDeviceCode(phone, code)

  const { wrong_count } = await foyer.db
    .selectFrom('two_factor_challenges')
    .select('wrong_count')
    .executeTakeFirstOrThrow()
  assert.equal(wrong_count, 0)
  await assertClosed(foyer, phone)
})

test('a hook that rejects a provider sign-in opens and creates no account (HOK-01)', async (t) => {
  const { foyer } = await appWithProvider(t)
  registerHooks(t, foyer, refusingSignUps)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  const signUp = await bannerOn(laptop)
  const users = await foyer.db.selectFrom('users').select('id').execute()
  registerHooks(t, foyer, {})
  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
  registerHooks(t, foyer, refusingSignIns)

  const phone = foyer.browser()
  await signInByProvider(phone)

  assert.deepEqual([signUp, users], [refusalReason, []])
  assert.equal(await bannerOn(phone), refusalReason)
  await assertClosed(foyer, phone)
})

test('a hook that rejects a passkey registration, or only its sign-in, creates nothing (HOK-01)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = foyer.browser()
  const link = await registerWithPasskey(foyer, laptop)

  for (const hooks of [refusingSignUps, refusingSignIns]) {
    registerHooks(t, foyer, hooks)
    await confirmByCreatingPasskey(laptop, link)
  }

  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
  assert.deepEqual(await foyer.db.selectFrom('passkeys').select('id').execute(), [])
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('the API and Time Travel run the hooks before a change of the profile (HOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const event = (await foyer.events()).length
  await laptop.visit('user-profile-information.update', { name: 'Ada King', email })
  const apiClient = await createApiClient(foyer, laptop, { permissions: ['read', 'update'] })
  registerHooks(t, foyer, { beforeProfileChange: [refuse] })

  const body = { name: 'Mallory' }
  const { raw } = await apiClient.request('/api/user', { method: 'PATCH', body })
  await laptop.visit('time-travel.restore', { event, fields: ['name'], name: ada.name })

  assert.deepEqual([raw.statusCode, raw.json().errors], [422, { name: [refusalReason] }])
  const user = await foyer.db.selectFrom('users').select('name').executeTakeFirst()
  assert.equal(user?.name, 'Ada King')
})

/** Nothing but the session of the laptop, if any, and no way to a page of the account. */
async function assertClosed(foyer: TestApp, browser: TestBrowser): Promise<void> {
  assert.equal((await browser.visit('dashboard')).location, '/login')
  const started = await foyer.events('session.started')
  assert.ok(started.length <= 1)
}
