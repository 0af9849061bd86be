import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

const { email } = ada
const current_password = ada.password
const password = 'lanterns over the harbour'
const path = '/user/password'
const putRequest = (body: unknown) => ({ method: 'PUT', body }) as const

test('changing the password signs out every browser but this one (PWD-01, SES-09, A-SES-08)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)

  const answer = await laptop.visit('user-password.update', { current_password, password })

  assert.equal(answer.status, 303)
  const { flash } = (await laptop.visit('profile.show')).page
  assert.equal(flash?.['status'], 'password-updated')
  assert.equal((await phone.json('/user/profile')).status, 401)
  assert.equal((await phone.visit('profile.show')).location, '/login')
})

test('after a change the new password signs in and the old one does not (PWD-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const answer = await laptop.json(
    path,
    putRequest({ current_password, password, password_confirmation: password }),
  )

  const withOld = await foyer.browser().visit('login.store', { email, password: ada.password })
  const withNew = await foyer.browser().visit('login.store', { email, password })

  assert.deepEqual([answer.status, answer.text], [200, '""'])
  assert.notEqual(withOld.location, '/dashboard')
  assert.equal(withNew.location, '/dashboard')
})

test('after a password change the session continues with a new secret; the old secret stops working (A-SES-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const attacker = foyer.browser()
  for (const [name, value] of laptop.cookies) attacker.cookies.set(name, value)

  await laptop.visit('user-password.update', { current_password, password })

  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await attacker.visit('dashboard')).location, '/login')
})

test('a password change rejects a wrong, missing or malformed current password at its field (PWD-02, PWD-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.open('/dashboard')

  for (const wrong of ['wrong', '', undefined, ['a'], 'x'.repeat(5000)]) {
    const answer = await laptop.json(path, putRequest({ current_password: wrong, password }))
    assert.equal(answer.status, 422)
    assert.deepEqual(Object.keys(answer.raw.json().errors), ['current_password'])
  }
  foyer.clock.advance(120_000)
  const still = await foyer.browser().visit('login.store', { email, password: ada.password })
  assert.equal(still.location, '/dashboard')
})

test('a password change rejects mismatching and easily guessed passwords at their fields (PWD-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.open('/dashboard')
  const rejected = async (form: object) => {
    foyer.clock.advance(61_000)
    const answer = await laptop.json(path, putRequest({ current_password, ...form }))
    return [answer.status, ...Object.keys(answer.raw.json().errors)]
  }

  const named = [422, 'password']
  assert.deepEqual(await rejected({ password, password_confirmation: 'other' }), named)
  assert.deepEqual(await rejected({}), named)
  assert.deepEqual(await rejected({ password: 'short' }), named)
  assert.deepEqual(await rejected({ password: 'password1234' }), named)
  assert.deepEqual(await rejected({ password: 'ada@example.com' }), named)
  assert.deepEqual(await rejected({ password: ada.password }), named)
})

test("a rejected password change returns errors in the form's own error bag", async (t) => {
  const { laptop } = await signedInAda(t)
  const headers = { 'x-inertia-error-bag': 'updatePassword' }

  await laptop.visitPath(path, { ...putRequest({ current_password: 'wrong', password }), headers })

  assert.partialDeepStrictEqual((await laptop.visit('profile.show')).page.props, {
    errors: { updatePassword: { current_password: "That password isn't right. Try again." } },
  })
})

test('attempts at a password change and at the confirmation share one limit (MFA-21)', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.open('/dashboard')
  const confirm = { method: 'POST', body: { password: 'wrong' } } as const
  for (let count = 0; count < 3; count++) {
    await laptop.json(path, putRequest({ current_password: 'wrong', password }))
    await laptop.json('/user/confirm-password', confirm)
  }

  const answer = await laptop.json(path, putRequest({ current_password, password }))

  assert.equal(answer.status, 429)
  assert.deepEqual(Object.keys(answer.raw.json().errors), ['current_password'])
})

test('weak new passwords do not use up the attempts at the current one (MFA-21)', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.open('/dashboard')
  const weak = putRequest({ current_password, password: 'password1234' })
  for (let count = 0; count < 7; count++) {
    const answer = await laptop.json(path, weak)
    assert.deepEqual([answer.status, ...Object.keys(answer.raw.json().errors)], [422, 'password'])
  }

  await confirmPassword(laptop)
  const guess = putRequest({ current_password: 'wrong', password: 'password1234' })
  const statuses = []
  for (let count = 0; count < 6; count++) statuses.push((await laptop.json(path, guess)).status)

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
})

test('a wrong current and a weak new password are reported together', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.open('/dashboard')

  const answer = await laptop.json(
    path,
    putRequest({ current_password: 'wrong', password: 'password1234' }),
  )

  assert.deepEqual(Object.keys(answer.raw.json().errors), ['current_password', 'password'])
})

test('the profile tells when the password was changed', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const changedAt = async () =>
    Object((await laptop.visit('profile.security')).page.props['password']).changedAt
  assert.equal(await changedAt(), null)

  await laptop.visit('user-password.update', { current_password, password })

  assert.equal(await changedAt(), new Date(foyer.clock.now()).toISOString())
})

test('a password change notifies the owner by mail and is recorded', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('user-password.update', { current_password, password })

  const [mail] = await foyer.mails()
  const last = await foyer.db
    .selectFrom('events')
    .select(['type', 'data'])
    .orderBy('seq', 'desc')
    .executeTakeFirst()

  assert.deepEqual([mail?.subject, mail?.to], ['Your password was changed', email])
  assert.deepEqual(last, { type: 'password.changed', data: '{"had":true,"tokensRevoked":false}' })
})

test('of many concurrent password changes one succeeds, and its session stays signed in', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.open('/dashboard')

  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      laptop.json(path, putRequest({ current_password, password: `${password} ${at}` })),
    ),
  )

  // The losers have the old password or an ended session.
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
  assert.equal(statuses.filter((status) => [401, 422].includes(status)).length, 3)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('an account without a password sets one after a confirmation', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  foyer.clock.advance(15 * 60_000)
  const late = await laptop.visit('user-password.update', { password })
  const rejected = await laptop.json(path, putRequest({ password }))
  await foyer.db.updateTable('sessions').set({ confirmed_at: foyer.clock.now() }).execute()

  await laptop.visit('user-password.update', { password })

  assert.deepEqual(
    [late.status, late.location, rejected.status],
    [303, '/user/confirm-password', 423],
  )
  const signedIn = await foyer.browser().visit('login.store', { email, password })
  assert.equal(signedIn.location, '/dashboard')
})

test('a password change rejects guests', async (t) => {
  const { foyer } = await signedInAda(t)
  const guest = foyer.browser()
  await guest.open('/login')

  assert.equal((await guest.json(path, putRequest({ current_password, password }))).status, 401)
})

test('password managers find the change-password page', async (t) => {
  const answer = await (await createTestApp(t)).browser().request('/.well-known/change-password')

  assert.deepEqual([answer.status, answer.location], [302, '/user/profile/security#password'])
})
