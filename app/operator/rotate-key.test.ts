import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { keyFits } from '#app/platform/key-check.ts'
import { keyring } from '#app/platform/keys.ts'
import { sealedColumns } from '#app/platform/sealed-columns.ts'
import { readKeys } from '#app/platform/storage.ts'
import { freshDatabase, tablesOf } from '#testing/database.ts'
import { operatorOf } from '#testing/operator.ts'
import { ada } from '#testing/people.ts'
import { product } from '#testing/product.ts'

test('every encrypted column is known to the change of keys', async (t) => {
  const { db } = await freshDatabase(t)

  const tables = await tablesOf(db)
  const sealed = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => column.name.endsWith('_sealed'))
      .map((column) => `${name}.${column.name}`),
  )

  assert.ok(sealed.length >= 4)
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(sealed.toSorted(), known.toSorted())
})

test('after a change of keys all opens with the new one alone, and what waits still works', async (t) => {
  const { foyer, keyFile } = await withWaiting(t)
  const [old] = readKeys(keyFile) ?? []

  const { status, json } = await operatorOf(foyer)('key:rotate', '--yes', '--json')
  const [current, previous] = readKeys(keyFile) ?? []

  assert.equal(status, 0)
  assert.deepEqual(previous, old)
  assert.deepEqual(json, { key: json['key'], resealed: 3, present: 2, previous: 3, lost: 0 })
  assert.deepEqual(
    await operatorOf(foyer)('key:rotate', '--forget', '--yes', '--json').then((it) => it.json),
    { forgotten: 1 },
  )
  assert.deepEqual(readKeys(keyFile), [current])
  const keys = keyring({ current: current ?? Buffer.alloc(32), previous: [] })
  const job = await foyer.db
    .selectFrom('jobs')
    .select(['id', 'payload_sealed'])
    .executeTakeFirstOrThrow()
  assert.match(keys.open('job', job.payload_sealed, job.id) ?? '', /bob@example.com/)
})

test('a process that runs on opens what the new key has sealed meanwhile', async (t) => {
  const { foyer, keyFile } = await withWaiting(t)
  const running = keyring(foyer.config.appKeys, () => readKeys(keyFile) ?? [])
  await operatorOf(foyer)('key:rotate', '--yes')

  assert.equal(await keyFits(foyer.db, running), true)
  assert.equal(await keyFits(foyer.db, keyring(foyer.config.appKeys)), false)
})

test('a change that was broken off is finished by the next, and nothing is forgotten before', async (t) => {
  const { foyer, keyFile } = await withWaiting(t)
  const old = readFileSync(keyFile, 'utf8')
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n${old}`)
  const foyerCommand = operatorOf(foyer)

  const early = await foyerCommand('key:rotate', '--forget', '--yes')
  const resumed = await foyerCommand('key:rotate', '--reseal', '--json')
  const again = await foyerCommand('key:rotate', '--reseal', '--json')

  assert.match(early.err, /3 values still need a previous key/)
  assert.equal(resumed.json['resealed'], 3)
  assert.deepEqual(again.json, { ...again.json, resealed: 0, present: 5 })
})

test('a value that no key opens is counted, not overwritten', async (t) => {
  const { foyer } = await withWaiting(t)
  await foyer.db.updateTable('jobs').set({ payload_sealed: 'broken' }).execute()

  const { status, json } = await operatorOf(foyer)('key:rotate', '--yes', '--json')
  const job = await foyer.db.selectFrom('jobs').select('payload_sealed').executeTakeFirst()

  assert.deepEqual([status, json['lost'], job?.payload_sealed], [1, 1, 'broken'])
})

/** A registration whose mail has not left yet, and a database that knows its key. */
async function withWaiting(t: TestContext) {
  const foyer = await product(t)
  await keyFits(foyer.db, foyer.app.keys)
  await foyer.browser().visit('register.store', { ...ada, email: 'bob@example.com', terms: true })
  return { foyer, keyFile: join(foyer.config.storageDir, 'app.key') }
}
