import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

test('a log corrupted in the database is still shown and exported unchanged', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', { name: 'Countess' })
  await laptop.visit('user-profile-information.update', { name: 'Ada' })
  const { length } = await foyer.events()
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    const alter = (seq: number, data: string) =>
      db.updateTable('events').set({ data }).where('seq', '=', seq).execute()
    await alter(1, 'nonsense')
    await alter(length - 1, '{}')
    await alter(length, 'null')
  })

  const { page } = await laptop.visitPath('/time-travel')
  const detail = await laptop.visitPath(`/time-travel?event=${length - 1}`)
  const file = await laptop.request('/time-travel/export')

  assert.equal(page.component, 'TimeTravel/Index')
  assert.equal(detail.page.component, 'TimeTravel/Index')
  assert.match(file.text, /"data":"nonsense"/)
})

test('a log without events is shown as broken', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { length } = await foyer.events()
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    await db.deleteFrom('events').execute()
  })
  const emptied = await laptop.json('/time-travel/seal')
  await foyer.db
    .updateTable('users')
    .set({ event_count: 0, record_head: null, recorded_at: null, record_signature: null })
    .execute()

  const { status, page } = await laptop.visitPath('/time-travel')
  const integrity = await laptop.json('/time-travel/seal')
  const file = await laptop.request('/time-travel/export')

  assert.equal(JSON.parse(emptied.text).total, length)
  assert.deepEqual(JSON.parse(emptied.text).broken, { seq: 1, fault: 'truncated' })
  assert.deepEqual([status, page.component], [200, 'TimeTravel/Index'])
  assert.partialDeepStrictEqual(page.props, { integrity: { count: 0 } })
  const broken = { seq: 1, fault: 'missing' }
  assert.deepEqual(JSON.parse(integrity.text), { verifiedTo: 0, total: 0, broken, isDone: true })
  assert.equal(file.status, 200)
})
