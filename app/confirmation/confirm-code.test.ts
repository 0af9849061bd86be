import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import { hours } from '#testing/test-clock.ts'

const confirmPath = '/user/confirm-password'
const statusPath = '/user/confirmed-password-status'

test('a code of the app confirms if two-factor is enabled', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  assert.deepEqual((await laptop.json(statusPath)).raw.json().methods, ['password'])
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(0.5 * hours)

  const confirmed = await laptop.json(confirmPath, {
    method: 'POST',
    body: { code: authenticator.nextCode() },
  })

  assert.equal(confirmed.status, 201)
  const now = (await laptop.json(`${statusPath}?seconds=900`)).raw.json()
  assert.deepEqual([now.confirmed, now.methods], [true, ['password', 'code']])
  const events = await foyer.events('session.confirmed')
  assert.deepEqual(
    events.map(({ data }) => data['method']),
    ['password', 'code'],
  )
})

test('a code that was used before does not confirm (MFA-02)', async (t) => {
  const { laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  const body = { code: authenticator.nextCode() }

  const first = await laptop.json(confirmPath, { method: 'POST', body })
  const second = await laptop.json(confirmPath, { method: 'POST', body })

  assert.deepEqual([first.status, second.status], [201, 422])
  assert.deepEqual(Object.keys(second.raw.json().errors), ['code'])
})

test('limits code attempts of a stolen session to five (MFA-21)', async (t) => {
  const { laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)

  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      laptop.json(confirmPath, { method: 'POST', body: { code: '000000' } }),
    ),
  )

  assert.equal(answers.filter(({ status: code }) => code === 422).length, 5)
  assert.equal(answers.filter(({ status: code }) => code === 429).length, 7)
})

test('codes do not confirm if two-factor is not enabled', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.open('/dashboard')

  assert.equal(
    (await laptop.json(confirmPath, { method: 'POST', body: { code: '000000' } })).status,
    422,
  )
})
