import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { readKeys } from '#app/platform/config/key-files.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { createCli } from '#testing/cli.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'

test('a log stays valid across a key rotation, even after the old key is deleted', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const command = createCli(foyer)
  const names = async () => {
    const events = await foyer.db.selectFrom('events').select('signature').orderBy('seq').execute()
    return [...new Set(events.map(({ signature }) => signature?.split('.')[0]))]
  }

  await command('key:rotate', '--yes')
  await command('key:rotate', '--forget', '--yes')
  const [current = Buffer.alloc(32)] = readKeys(join(foyer.config.storageDir, 'app.key')) ?? []
  setSigningKeys(foyer.db, createKeyring({ current, previous: [] }))
  await laptop.visit('user-profile-information.update', { ...ada, name: 'Augusta' })

  const { json } = await command('history:verify', '--json')
  assert.equal((await names()).length, 2)
  assert.partialDeepStrictEqual(json, { whole: true, broken: [] })
  assert.deepEqual(await foyer.events('record.broken'), [])
})
