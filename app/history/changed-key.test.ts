import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { keyring } from '#app/platform/keys.ts'
import { recordWith } from '#app/platform/record-keys.ts'
import { readKeys } from '#app/platform/storage.ts'
import { operatorOf } from '#testing/operator.ts'
import { ada, adaAtHome } from '#testing/people.ts'

test('a record is whole across a change of keys, also once the old one is forgotten', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const command = operatorOf(foyer)
  const names = async () => {
    const events = await foyer.db.selectFrom('events').select('signature').orderBy('seq').execute()
    return [...new Set(events.map(({ signature }) => signature?.split('.')[0]))]
  }

  await command('key:rotate', '--yes')
  await command('key:rotate', '--forget', '--yes')
  const [current = Buffer.alloc(32)] = readKeys(join(foyer.config.storageDir, 'app.key')) ?? []
  recordWith(foyer.db, keyring({ current, previous: [] }))
  await laptop.visit('user-profile-information.update', { ...ada, name: 'Augusta' })

  const { json } = await command('history:verify', '--json')
  assert.equal((await names()).length, 2)
  assert.partialDeepStrictEqual(json, { whole: true, broken: [] })
  assert.deepEqual(await foyer.events('record.broken'), [])
})
