import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaAtTwoFactorChallenge, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const sensitive = { method: 'POST', body: {} } as const

async function isConfirmed(browser: TestBrowser): Promise<boolean> {
  return (await browser.json('/user/confirmed-password-status?seconds=900')).raw.json().confirmed
}

test('a sign-in with the password starts the confirmation, for fifteen minutes (MFA-29)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })

  assert.equal(await isConfirmed(phone), true)
  assert.equal((await phone.json('/user/two-factor-authentication', sensitive)).status, 200)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  assert.equal(await isConfirmed(phone), false)
  assert.equal((await phone.json('/user/two-factor-authentication', sensitive)).status, 423)
})

test('with two-factor the password alone confirms nothing; the code or a recovery code does (MFA-29)', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const other = foyer.browser()
  await other.visit('login.store', { email, password })

  assert.equal((await phone.json('/user/confirmed-password-status')).status, 401)
  await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  await other.visit('two-factor.login.store', { recovery_code: recoveryCodes[0] })

  assert.deepEqual([await isConfirmed(phone), await isConfirmed(other)], [true, true])
})

test('a remembered session that continues the next day is not confirmed (MFA-29)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password, remember: true })

  foyer.clock.advance(1 * days)

  assert.equal((await phone.visit('dashboard')).status, 200)
  assert.equal(await isConfirmed(phone), false)
  assert.equal((await phone.json('/user/two-factor-authentication', sensitive)).status, 423)
})

test('cookies planted before the sign-in gain nothing from it (MFA-29)', async (t) => {
  const { foyer } = await signedInAda(t)
  const attacker = foyer.browser()
  await attacker.open('/login')
  const victim = foyer.browser()
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)

  await victim.visit('login.store', { email, password })

  assert.equal(await isConfirmed(victim), true)
  assert.equal((await attacker.json('/user/confirmed-password-status')).status, 401)
})

test('a wrong password neither signs in nor confirms the session of another browser (MFA-29)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await foyer.browser().visit('login.store', { email, password: 'wrong' })
  await foyer.browser().visit('login.store', { email, password })

  assert.equal(await isConfirmed(laptop), false)
})

test('changing the password is a confirmation; a rejected change is none (MFA-29)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const change = (current_password: string, newPassword: string) =>
    laptop.visit('user-password.update', { current_password, password: newPassword })

  await change('wrong', 'lanterns over the harbour')
  await change(password, 'password1234')
  assert.equal(await isConfirmed(laptop), false)
  await change(password, 'lanterns over the harbour')

  assert.equal(await isConfirmed(laptop), true)
  const events = await foyer.events('session.confirmed')
  assert.deepEqual(
    events.map(({ data }) => data['method']),
    ['password'],
  )
})

test('Time Travel shows the sign-in as a confirmation, and one from before as none', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.browser().visit('login.store', { email, password })

  const started = await foyer.events('session.started')

  assert.deepEqual(
    started.map(({ data }) => data['confirmed']),
    [false, true],
  )
})
