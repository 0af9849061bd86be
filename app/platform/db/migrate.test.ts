import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

import { type Kysely, sql } from 'kysely'

import {
  openConnection,
  createEmptyDatabase,
  eraseAllAccounts,
  createTestDatabase,
} from '#testing/test-database.ts'

import { migrate, pendingMigrations } from './migrate.ts'
import { migrations, type Migrations } from './migrations.ts'

const all = Object.keys(migrations)

test('every migration file is registered, in the order of the names', async () => {
  const files = await readdir(join(import.meta.dirname, 'migrations'))

  assert.deepEqual(
    Object.keys(migrations).map((name) => `${name}.ts`),
    files.toSorted(),
  )
})

test('a new database gets every migration once, and then none is pending', async (t) => {
  const database = await openConnection(t, await createEmptyDatabase(t))

  assert.deepEqual(await pendingMigrations(database), all)
  assert.deepEqual(await migrate(database), all)
  assert.deepEqual(await pendingMigrations(database), [])
  assert.deepEqual(await migrate(database), [])
})

test('four processes starting together apply each migration once, and all continue', async (t) => {
  const url = await createEmptyDatabase(t)

  const applied = await Promise.all([1, 2, 3, 4].map(() => migrateInAnotherProcess(url)))

  assert.deepEqual(applied.flat().toSorted(), all)
  assert.deepEqual(await pendingMigrations(await openConnection(t, url)), [])
})

test('a migration that fails half way is rolled back and can run again', async (t) => {
  const database = await openConnection(t, await createEmptyDatabase(t))

  await assert.rejects(migrate(database, { ...first, '002-second': { up: half } }), /no_such_table/)
  assert.deepEqual(await pendingMigrations(database, { ...first, '002-second': { up: half } }), [
    '002-second',
  ])
  await assert.rejects(sql`select * from second`.execute(database.db))

  assert.deepEqual(await migrate(database, { ...first, '002-second': { up: whole } }), [
    '002-second',
  ])
  await sql`select * from second`.execute(database.db)
})

test('looking for pending migrations takes one query', async (t) => {
  const queries: string[] = []
  const database = await createTestDatabase(t, { onQuery: (text) => queries.push(text) })
  queries.length = 0

  assert.deepEqual(await pendingMigrations(database), [])
  assert.equal(queries.length, 1)
})

test('deleting an account deletes the rows it owns', async (t) => {
  const { db } = await createTestDatabase(t)
  await sql`insert into users (id, name, email, email_key, created_at) values ('ada', '', '', '', 0)`.execute(
    db,
  )
  await sql`insert into events (user_id, seq, type, data, at, hash) values ('ada', 1, '', '', 0, '')`.execute(
    db,
  )
  await sql`insert into one_time_tokens (id, purpose, user_id, email_key, token_hash, created_at, expires_at)
    values ('1', '', 'ada', '', '', 0, 0)`.execute(db)
  await sql`insert into sessions (id, user_id, token_hash, method, remembered, created_at, last_active_at, expires_at, ends_at)
    values ('1', 'ada', '', '', 0, 0, 0, 0, 0)`.execute(db)

  await eraseAllAccounts(db)

  assert.deepEqual(await db.selectFrom('events').select('seq').execute(), [])
  assert.deepEqual(await db.selectFrom('one_time_tokens').select('id').execute(), [])
  assert.deepEqual(await db.selectFrom('sessions').select('id').execute(), [])
})

const first: Migrations = {
  '001-first': {
    up: async (db) => {
      await db.schema.createTable('first').addColumn('id', 'text').execute()
    },
  },
}

async function whole<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.createTable('second').addColumn('id', 'text').execute()
}

async function half<Tables>(db: Kysely<Tables>): Promise<void> {
  await whole(db)
  await sql`insert into no_such_table values (1)`.execute(db)
}

async function migrateInAnotherProcess(url: string): Promise<string[]> {
  const script = `
    const [connectModule, migrateModule, url] = process.argv.slice(1)
    const { connect } = await import(connectModule)
    const { migrate } = await import(migrateModule)
    const database = await connect(url)
    process.stdout.write(JSON.stringify(await migrate(database)))
    await database.close()`
  const modules = ['./connect.ts', './migrate.ts'].map((name) => import.meta.resolve(name))
  const args = ['--input-type=module', '-e', script, ...modules, url]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
}
