import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
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
const changed = 'lanterns over the harbour'

/** Ada with two-factor, signed in on her laptop, and the cookie of a phone that she trusts. */
async function adaWithTrustedPhone(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator, recoveryCodes } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  const form = { code: authenticator.nextCode(), trust_device: true }
  assert.equal((await phone.visit('two-factor.login.store', form)).location, '/dashboard')
  await phone.visit('logout')
  await confirmPassword(laptop)
  return { foyer, laptop, phone, authenticator, recoveryCodes }
}

async function assertChallenged(browser: TestBrowser, form = { email, password }): Promise<void> {
  assert.equal((await browser.visit('login.store', form)).location, '/two-factor-challenge')
}

const trustedCount = async ({ db }: TestApp) =>
  (await db.selectFrom('trusted_devices').select('id').execute()).length

test('a password change ends the trust in devices (DEV-08)', async (t) => {
  const { laptop, phone } = await adaWithTrustedPhone(t)
  const form = { password: changed, password_confirmation: changed }

  await laptop.visit('user-password.update', { ...form, current_password: password })

  await assertChallenged(phone, { email, password: changed })
})

test('a password reset ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  await phone.visit('password.email', { email })
  const link = await linkInMailTo(foyer, email, /\/reset-password\/\S+/)
  const form = { token: link.split('/').at(-1), email, password: changed }

  await phone.visit('password.update', { ...form, password_confirmation: changed })

  await assertChallenged(phone, { email, password: changed })
})

test('turning two-factor off ends the trust in devices, also for a later second factor (DEV-08)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)

  await laptop.visit('two-factor.disable')

  assert.equal(await trustedCount(foyer), 0)
  await enableTwoFactor(laptop)
  await assertChallenged(phone)
})

test('another authenticator app ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)
  await laptop.visit('two-factor.enable', { force: true })
  const { secretKey } = (await laptop.json('/user/two-factor-secret-key')).raw.json()
  const app = await startTwoFactorSetup(laptop)
  assert.equal(app.secret, secretKey)

  await laptop.visit('two-factor.confirm', { code: app.nextCode() })

  assert.equal(await trustedCount(foyer), 0)
  await assertChallenged(phone)
})

test('new recovery codes end the trust in devices (DEV-08)', async (t) => {
  const { laptop, phone } = await adaWithTrustedPhone(t)
  const path = '/user/two-factor-recovery-codes'
  const { id } = (await laptop.json(path, { method: 'POST', body: {} })).raw.json()

  await laptop.visit('two-factor.confirm-recovery-codes', { id })

  await assertChallenged(phone)
})

test('adding and removing a passkey ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, laptop, phone, authenticator } = await adaWithTrustedPhone(t)

  await addPasskey(laptop, new VirtualAuthenticator())

  await assertChallenged(phone)
  foyer.clock.advance(minutes)
  const form = { code: authenticator.nextCode(), trust_device: true }
  await phone.visit('two-factor.login.store', form)
  await phone.visit('logout')
  const { id } = await foyer.db.selectFrom('passkeys').select('id').executeTakeFirstOrThrow()
  await laptop.visitPath(`/user/passkeys/${id}`, { method: 'DELETE' })
  await assertChallenged(phone)
})

test('another address ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)
  const newEmail = 'ada@new.example'
  await laptop.visit('email-change.store', { email: newEmail })
  const link = await linkInMailTo(foyer, newEmail)

  await laptop.visitPath(link, { method: 'POST', body: {} })

  await assertChallenged(phone, { email: newEmail, password })
})

test('"this wasn\'t me" ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const link = await linkInMailTo(foyer, email, /\/not-me\/\S+/)

  await phone.visitPath(link, { method: 'POST', body: {} })

  assert.equal(await trustedCount(foyer), 0)
})

test('reporting an event in Time Travel ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)
  const [event] = await foyer.events('device.trusted')

  await laptop.json(`/time-travel/${event?.seq}/not-me`, { method: 'POST', body: {} })

  assert.equal(await trustedCount(foyer), 0)
  await assertChallenged(phone)
})

test('signing out all other devices ends the trust in them (DEV-08)', async (t) => {
  const { laptop, phone } = await adaWithTrustedPhone(t)

  await laptop.visit('other-browser-sessions.destroy')

  await assertChallenged(phone)
})

test('a lock by the operator ends the trust in devices (DEV-08)', async (t) => {
  const { foyer, phone } = await adaWithTrustedPhone(t)
  const command = createCli(foyer)

  await command('user:lock', email, '--yes')
  await command('user:unlock', email)

  await assertChallenged(phone)
})

test('signing everyone out ends the trust in devices, also of accounts without a session (DEV-08)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)
  await laptop.visit('logout')

  await createCli(foyer)('sessions:prune', '--all', '--yes')

  await assertChallenged(phone)
})

test('events that strangers or ordinary use cause end no trust in devices (DEV-08)', async (t) => {
  const { foyer, laptop, phone } = await adaWithTrustedPhone(t)
  await foyer.browser().visit('login.store', { email, password: 'a guess' })
  await foyer.browser().visit('login.store', { email, password })
  await foyer.browser().visit('password.email', { email })
  await laptop.visit('user-profile-information.update', { name: 'Ada King' })
  await laptop.visit('email-change.store', { email: 'ada@new.example' })
  await foyer.mails()

  assert.equal((await phone.visit('login.store', { email, password })).location, '/dashboard')
})
