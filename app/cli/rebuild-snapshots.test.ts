import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stateAfterEvent } from '#app/time-travel/account-state-at.ts'
import { createCli } from '#testing/cli.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'

test('history:rebuild replaces the snapshots of one account or of all', async (t) => {
  const { foyer } = await signedInAda(t)
  const { id, event_count: total } = await foyer.db
    .selectFrom('users')
    .select(['id', 'event_count'])
    .executeTakeFirstOrThrow()
  await stateAfterEvent(foyer.db, id, total, 1)
  const snapshots = () => foyer.db.selectFrom('account_snapshots').select('seq').execute()
  assert.equal((await snapshots()).length, total)
  const command = createCli(foyer)

  const one = await command('history:rebuild', ada.email, '--json')
  const all = await command('history:rebuild', '--json')

  assert.deepEqual([one.json['accounts'], one.json['events']], [1, total])
  assert.deepEqual([all.json['accounts'], all.json['events']], [1, total])
  // The first snapshot is created at event 100.
  assert.deepEqual(await snapshots(), [])
})
