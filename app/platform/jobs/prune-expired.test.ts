import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaOnTwoDevices } from '#testing/people.ts'
import { days, hours } from '#testing/test-clock.ts'

import { pruneExpired } from './prune-expired.ts'

test('a session that has run out is removed, and its end stands in the record once', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  foyer.clock.advance(3 * hours)

  const now = foyer.clock.now()
  await Promise.all([pruneExpired(foyer, now), pruneExpired(foyer, now), pruneExpired(foyer, now)])

  const ends = await foyer.events('session.ended')
  assert.deepEqual(
    ends.map(({ data }) => data['why']),
    ['expired', 'expired'],
  )
  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})

test('a session in use stays', async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t)

  await pruneExpired(foyer, foyer.clock.now())

  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('links that ran out long ago leave nothing behind (A-RST-11)', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  foyer.clock.advance(8 * days)

  await pruneExpired(foyer, foyer.clock.now())

  assert.deepEqual(await foyer.db.selectFrom('one_time_tokens').select('id').execute(), [])
})

test('a browser that was not seen for as long as cookies last is forgotten', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  foyer.clock.advance(401 * days)

  await pruneExpired(foyer, foyer.clock.now())

  assert.deepEqual(await foyer.db.selectFrom('known_devices').select('label').execute(), [])
})
