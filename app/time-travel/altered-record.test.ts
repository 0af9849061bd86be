import assert from 'node:assert/strict'
import { test } from 'node:test'

import { asTheirOwner } from '#testing/database.ts'
import { adaAtHome } from '#testing/people.ts'

test('a record that was made unreadable by hand is still shown, and taken away as it is', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await laptop.visit('user-profile-information.update', { name: 'Countess' })
  await laptop.visit('user-profile-information.update', { name: 'Ada' })
  const { length } = await foyer.events()
  await asTheirOwner(foyer.app.database, async (db) => {
    const alter = (seq: number, data: string) =>
      db.updateTable('events').set({ data }).where('seq', '=', seq).execute()
    await alter(1, 'nonsense')
    await alter(length - 1, '{}')
    await alter(length, 'null')
  })

  const { page } = await laptop.send('/time-travel')
  const detail = await laptop.send(`/time-travel?event=${length - 1}`)
  const file = await laptop.raw('/time-travel/export')

  assert.equal(page.component, 'TimeTravel/Index')
  assert.equal(detail.page.component, 'TimeTravel/Index')
  assert.match(file.text, /"data":"nonsense"/)
})

test('a record without a single event is no error but broken, and says so', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const { length } = await foyer.events()
  await asTheirOwner(foyer.app.database, async (db) => {
    await db.deleteFrom('events').execute()
  })
  const emptied = await laptop.json('/time-travel/seal')
  await foyer.db
    .updateTable('users')
    .set({ event_count: 0, record_head: null, recorded_at: null, record_signature: null })
    .execute()

  const { status, page } = await laptop.send('/time-travel')
  const seal = await laptop.json('/time-travel/seal')
  const file = await laptop.raw('/time-travel/export')

  assert.equal(JSON.parse(emptied.text).total, length)
  assert.deepEqual(JSON.parse(emptied.text).broken, { seq: 1, fault: 'truncated' })
  assert.deepEqual([status, page.component], [200, 'TimeTravel/Index'])
  assert.partialDeepStrictEqual(page.props, { seal: { count: 0 } })
  const broken = { seq: 1, fault: 'missing' }
  assert.deepEqual(JSON.parse(seal.text), { verifiedTo: 0, total: 0, broken, isDone: true })
  assert.equal(file.status, 200)
})
