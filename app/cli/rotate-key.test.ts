import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { encryptedColumns } from '#app/cli/re-encrypt.ts'
import { readKeys } from '#app/platform/config/key-files.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { decryptPasswordHash, encryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { keyMatchesDatabase } from '#app/platform/db/key-check.ts'
import { createCli } from '#testing/cli.ts'
import { changeDuringHashing } from '#testing/count-hashes.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, listTables } from '#testing/test-database.ts'

test('key rotation covers every encrypted column', async (t) => {
  const { db } = await createTestDatabase(t)

  const tables = await listTables(db)
  const columnsInDatabase = tables.flatMap(({ name, columns }) =>
    columns
      .filter(({ name }) => name.endsWith('_sealed') || name === 'password_hash')
      .map((column) => `${name}.${column.name}`),
  )

  assert.ok(columnsInDatabase.length >= 4)
  const covered = encryptedColumns.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(columnsInDatabase.toSorted(), covered.toSorted())
})

test('after a rotation the new key alone decrypts everything, including queued jobs', async (t) => {
  const { foyer, keyFile } = await appWithQueuedMail(t)
  const [old] = readKeys(keyFile) ?? []

  const { status, json } = await createCli(foyer)('key:rotate', '--yes', '--json')
  const [current, previous] = readKeys(keyFile) ?? []

  assert.equal(status, 0)
  assert.deepEqual(previous, old)
  assert.deepEqual(json, { key: json['key'], resealed: 4, present: 2, previous: 4, lost: 0 })
  assert.deepEqual(
    await createCli(foyer)('key:rotate', '--forget', '--yes', '--json').then((it) => it.json),
    { forgotten: 1 },
  )
  assert.deepEqual(readKeys(keyFile), [current])
  const keys = createKeyring({ current: current ?? Buffer.alloc(32), previous: [] })
  const job = await foyer.db
    .selectFrom('jobs')
    .select(['id', 'payload_sealed'])
    .executeTakeFirstOrThrow()
  assert.match(keys.decrypt('job', job.payload_sealed, job.id) ?? '', /bob@example.com/)
})

test('a running process decrypts values of the new key', async (t) => {
  const { foyer, keyFile } = await appWithQueuedMail(t)
  const running = createKeyring(foyer.config.appKeys, () => readKeys(keyFile) ?? [])
  await createCli(foyer)('key:rotate', '--yes')

  assert.equal(await keyMatchesDatabase(foyer.db, running), true)
  assert.equal(await keyMatchesDatabase(foyer.db, createKeyring(foyer.config.appKeys)), false)
})

test('an interrupted rotation can be resumed, and keys in use cannot be deleted', async (t) => {
  const { foyer, keyFile } = await appWithQueuedMail(t)
  const old = readFileSync(keyFile, 'utf8')
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n${old}`)
  const foyerCommand = createCli(foyer)

  const early = await foyerCommand('key:rotate', '--forget', '--yes')
  const resumed = await foyerCommand('key:rotate', '--reseal', '--json')
  const again = await foyerCommand('key:rotate', '--reseal', '--json')

  assert.match(early.err, /4 values still need a previous key/)
  assert.equal(resumed.json['resealed'], 4)
  assert.deepEqual(again.json, { ...again.json, resealed: 0, present: 6 })
})

test('key:rotate counts values that no key decrypts and leaves them unchanged', async (t) => {
  const { foyer } = await appWithQueuedMail(t)
  await foyer.db.updateTable('jobs').set({ payload_sealed: 'broken' }).execute()

  const { status, json } = await createCli(foyer)('key:rotate', '--yes', '--json')
  const job = await foyer.db.selectFrom('jobs').select('payload_sealed').executeTakeFirst()

  assert.deepEqual([status, json['lost'], job?.payload_sealed], [1, 1, 'broken'])
})

test('a rotation while a password is checked fails neither a sign-in nor a password change', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { keys } = foyer.app
  const password = 'lanterns over the harbour'
  const reEncryptPasswords = async (tx: Db) => {
    const users = await tx.selectFrom('users').select(['id', 'password_hash']).execute()
    for (const { id, password_hash: before } of users) {
      const password_hash = encryptPasswordHash(
        keys,
        id,
        decryptPasswordHash(keys, id, before) ?? '',
      )
      await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    }
  }

  const signedIn = await changeDuringHashing(t, foyer, reEncryptPasswords, () =>
    foyer.browser().visit('login.store', ada),
  )
  await changeDuringHashing(t, foyer, reEncryptPasswords, () =>
    laptop.visit('user-password.update', { current_password: ada.password, password }),
  )
  const { flash } = (await laptop.visit('profile.show')).page

  assert.equal(signedIn.location, '/dashboard')
  assert.equal(flash?.['status'], 'password-updated')
})

/** A database with a stored key check, and a registration whose mail is still queued: a job, a link and a code. */
async function appWithQueuedMail(t: TestContext) {
  const foyer = await createTestApp(t)
  await keyMatchesDatabase(foyer.db, foyer.app.keys)
  await foyer.browser().visit('register.store', { ...ada, email: 'bob@example.com', terms: true })
  return { foyer, keyFile: join(foyer.config.storageDir, 'app.key') }
}
