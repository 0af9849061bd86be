import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { operatorOf } from '#testing/operator.ts'
import { ada, adaAtHome } from '#testing/people.ts'

import { stateAfter } from './state.ts'

async function adaWithSnapshots(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  for (const name of ['Ada 1', 'Ada 2', 'Ada 3'])
    await laptop.visit('user-profile-information.update', { name })
  const { id, event_count: total } = await foyer.db
    .selectFrom('users')
    .select(['id', 'event_count'])
    .executeTakeFirstOrThrow()
  await stateAfter(foyer.db, id, total, 2)
  return { foyer, id, total }
}

test('a snapshot that someone wrote into the database is not believed (PST-04)', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  const lies = JSON.stringify({ ...(await stateAfter(foyer.db, id, total)), name: 'Mallory' })

  await foyer.db.updateTable('account_snapshots').set({ state: lies }).execute()

  assert.equal((await stateAfter(foyer.db, id, total, 2)).name, 'Ada 3')
  const after = await foyer.db.selectFrom('account_snapshots').select('state').execute()
  assert.ok(after.every(({ state }) => !state.includes('Mallory')))
})

test('nor is one that was moved to another event or another account (PST-04)', async (t) => {
  const { foyer, id, total } = await adaWithSnapshots(t)
  await foyer.db.deleteFrom('account_snapshots').where('seq', '>', 2).execute()

  await foyer.db.updateTable('account_snapshots').set({ seq: total }).execute()

  assert.equal((await stateAfter(foyer.db, id, total, 2)).name, 'Ada 3')
})

test('the operator can have them made anew', async (t) => {
  const { foyer, total } = await adaWithSnapshots(t)
  const command = operatorOf(foyer)

  const one = await command('history:rebuild', ada.email, '--json')
  const all = await command('history:rebuild', '--json')

  assert.deepEqual([one.json['accounts'], one.json['events']], [1, total])
  assert.deepEqual([all.json['accounts'], all.json['events']], [1, total])
  // None is made before the hundredth event.
  assert.deepEqual(await foyer.db.selectFrom('account_snapshots').selectAll().execute(), [])
})
