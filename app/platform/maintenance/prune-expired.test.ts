import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import { adaOnTwoDevices } from '#testing/signed-in-accounts.ts'
import { days, hours } from '#testing/test-clock.ts'

import { pruneExpired } from './prune-expired.ts'

test('an expired session is deleted, and its end is recorded once', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  foyer.clock.advance(3 * hours)

  const now = foyer.clock.now()
  await Promise.all([
    pruneExpired(foyer, now, features),
    pruneExpired(foyer, now, features),
    pruneExpired(foyer, now, features),
  ])

  const ends = await foyer.events('session.ended')
  assert.deepEqual(
    ends.map(({ data }) => data['why']),
    ['expired', 'expired'],
  )
  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})

test('an active session stays', async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t)

  await pruneExpired(foyer, foyer.clock.now(), features)

  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('tokens of expired links are deleted (A-RST-11)', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  foyer.clock.advance(8 * days)

  await pruneExpired(foyer, foyer.clock.now(), features)

  assert.deepEqual(await foyer.db.selectFrom('one_time_tokens').select('id').execute(), [])
})

test('a known device is forgotten once its cookie has expired', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  foyer.clock.advance(401 * days)

  await pruneExpired(foyer, foyer.clock.now(), features)

  assert.deepEqual(await foyer.db.selectFrom('known_devices').select('label').execute(), [])
})
