import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  addPasskey,
  adaWithPasskey,
  submitPasskeyConfirmation,
  confirmWithPasskey,
  fetchPasskeyOptions,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import { ada, signedInAda, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const verificationFailedMessage = "Your passkey couldn't be checked. Try again."
const expiredMessage = 'That took too long, or it was already used. Try again.'

test('a passkey confirms the current user (A-PKY-11)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  assert.equal((await laptop.json('/user/passkeys/options')).status, 423)

  const answer = await confirmWithPasskey(laptop, key)

  assert.deepEqual([answer.status, answer.raw.json()], [200, { redirect: '/dashboard' }])
  assert.equal((await laptop.json('/user/passkeys/options')).status, 200)
})

test('confirming redirects to the interrupted page and rotates the session secret (A-PKY-11)', async (t) => {
  const { foyer, laptop, key, id } = await adaWithPasskey(t)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  const before = laptop.cookies.get('foyer')
  await laptop.visitPath(`/user/passkeys/${id}`, {
    method: 'DELETE',
    headers: { referer: 'http://localhost:3000/user/profile' },
  })

  const answer = await confirmWithPasskey(laptop, key)

  assert.equal(answer.raw.json().redirect, '/user/profile')
  assert.notEqual(laptop.cookies.get('foyer'), before)
})

test('signing in with a passkey counts as a confirmation, until it expires (MFA-29)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await signInWithPasskey(phone, key)

  assert.equal((await phone.json('/user/passkeys/options')).status, 200)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  assert.equal((await phone.json('/user/passkeys/options')).status, 423)
})

test('confirming by passkey is offered only to accounts with a passkey', async (t) => {
  const { laptop } = await adaWithPasskey(t)

  const { methods } = (await laptop.json('/user/confirmed-password-status')).raw.json()

  assert.deepEqual(methods, ['password', 'passkey'])
})

test('the options allow only the user’s own passkeys and need no confirmation (A-PKY-04, A-PKY-09)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  const { allowCredentials, userVerification, rpId } = await fetchPasskeyOptions(laptop, 'confirm')

  assert.deepEqual(allowCredentials, [
    { id: key.id, type: 'public-key', transports: ['internal', 'hybrid'] },
  ])
  assert.deepEqual([userVerification, rpId], ['required', 'localhost'])
})

test('guests cannot confirm (A-PKY-09)', async (t) => {
  const { foyer } = await signedInAda(t)
  const guest = foyer.browser()
  await guest.open('/login')

  assert.equal((await guest.json('/passkeys/confirm/options')).status, 401)
  assert.equal((await submitPasskeyConfirmation(guest, {})).status, 401)
})

test('a failed attempt does not confirm and keeps the user signed in (A-PKY-10, PKY-04)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  const answer = await confirmWithPasskey(laptop, key, { userVerified: false })

  assert.deepEqual([answer.status, fieldError(answer)], [422, verificationFailedMessage])
  assert.equal((await laptop.json('/user/passkeys/options')).status, 423)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test("another account's passkey does not confirm (A-PKY-11)", async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, email: 'grace@example.com' })
  await confirmPassword(grace)
  const graces = new VirtualAuthenticator()
  await addPasskey(grace, graces)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  const answer = await confirmWithPasskey(laptop, graces)

  assert.deepEqual([answer.status, fieldError(answer)], [422, verificationFailedMessage])
  assert.equal((await laptop.json('/user/passkeys/options')).status, 423)
})

test('a challenge of another session of the same user, or one for signing in, does not confirm (PKY-02)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const { challenge: ofLogin } = await fetchPasskeyOptions(phone, 'login')
  await signInWithPasskey(phone, key)
  const { challenge: ofPhone } = await fetchPasskeyOptions(phone, 'confirm')
  const { challenge: ofRegistering } = await fetchPasskeyOptions(laptop, 'registration')

  const answers = [
    await confirmWithPasskey(laptop, key, { challenge: ofLogin }),
    await confirmWithPasskey(laptop, key, { challenge: ofPhone }),
    await confirmWithPasskey(laptop, key, { challenge: ofRegistering }),
  ]

  assert.deepEqual(
    answers.map((answer) => fieldError(answer)),
    [expiredMessage, expiredMessage, expiredMessage],
  )
})

test('of sixteen concurrent confirmations with one response, one succeeds (PKY-02)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(
    t,
    new VirtualAuthenticator({ hasCounter: false }),
  )
  const credential = key.get(await fetchPasskeyOptions(laptop, 'confirm'))
  const copies = Array.from({ length: 16 }, () => {
    const copy = foyer.browser()
    for (const [name, value] of laptop.cookies) copy.cookies.set(name, value)
    return copy
  })

  const answers = await Promise.all(
    copies.map((copy) => submitPasskeyConfirmation(copy, credential)),
  )

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const confirmed = await foyer.events('session.confirmed')
  const methods = confirmed.map(({ data }) => data['method'])
  assert.deepEqual(methods, ['password', 'passkey'])
})

test('confirmation attempts by passkey are rate-limited (A-PKY-03)', async (t) => {
  const { laptop, key } = await adaWithPasskey(t)
  const forged = key.get(await fetchPasskeyOptions(laptop, 'confirm'), { userVerified: false })
  for (let tries = 0; tries < 10; tries++) await submitPasskeyConfirmation(laptop, forged)

  assert.equal((await submitPasskeyConfirmation(laptop, forged)).status, 429)
})
