import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { features } from '#app/features.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { migrations } from '#app/platform/db/migrations.ts'
import { openConnection, createEmptyDatabase } from '#testing/test-database.ts'

import { adoptLegacyLogs } from './adopt-legacy-logs.ts'
import { recordEvent } from './record-event.ts'

const now = Date.parse('2026-11-21')
const applied = ['011-chain']

test('legacy events are chained as they are, and a record.began event marks it (LGX-15)', async (t) => {
  const { db } = await legacyDatabase(t)
  const ada = { userId: 'ada', sessionId: null, ip: null, userAgent: null, now }

  await adoptLegacyLogs(db, { applied, storageDir: await temporaryStorageDir(t), now, features })
  await inTransaction(db, (tx) => recordEvent(tx, ada, 'photo.removed', {}))

  const events = await eventsOf(db, 'ada')
  assert.deepEqual(
    events.map(({ seq, type, ip }) => [seq, type, ip]),
    [
      [1, 'account.created', '192.0.2.7'],
      [2, 'address.verified', null],
      [3, 'record.began', null],
      [4, 'photo.removed', null],
    ],
  )
  assert.ok(events.every(({ hash, signature }) => hash && signature))
  assert.ok(events[0]?.origin_commitment)
  assert.partialDeepStrictEqual(JSON.parse(events[2]?.data ?? ''), {
    events: 2,
    found: {
      name: 'Ada',
      email: 'ada@example.com',
      passkeys: {},
      erasedAt: null,
    },
  })
  assert.equal(events[2]?.at, now)
})

test('two processes starting together adopt each log once', async (t) => {
  const { db, url } = await legacyDatabase(t)
  const other = await openConnection(t, url)

  await Promise.all([
    adoptLegacyLogs(db, { applied, storageDir: await temporaryStorageDir(t), now, features }),
    adoptLegacyLogs(other.db, { applied, storageDir: await temporaryStorageDir(t), now, features }),
  ])

  const types = async (id: string) => (await eventsOf(db, id)).map(({ type }) => type)
  assert.deepEqual(await types('ada'), ['account.created', 'address.verified', 'record.began'])
  assert.deepEqual(await types('grace'), ['record.began'])
})

test('an account created behind the walk is adopted too', async (t) => {
  const { db } = await legacyDatabase(t)
  const creatingAnAccount = {
    async baseline(tx: Db) {
      await sql`insert into users (id, name, email, email_key, created_at, event_count) values
        ('aaron', 'Aaron', 'aaron', 'aaron', 1000, 0) on conflict do nothing`.execute(tx)
      return {}
    },
  }

  const options = { applied, storageDir: await temporaryStorageDir(t), now }
  await adoptLegacyLogs(db, { ...options, features: [...features, creatingAnAccount] })

  assert.deepEqual(
    (await eventsOf(db, 'aaron')).map(({ type }) => type),
    ['record.began'],
  )
})

test('legacy logs are adopted once: emptying the chain columns later gets nothing signed', async (t) => {
  const { db } = await legacyDatabase(t)
  const storageDir = await temporaryStorageDir(t)
  await adoptLegacyLogs(db, { applied, storageDir, now, features })
  await db.updateTable('users').set({ record_head: null }).execute()

  await adoptLegacyLogs(db, { applied, storageDir, now, features })

  const ada = { userId: 'ada', sessionId: null, ip: null, userAgent: null, now }
  await assert.rejects(inTransaction(db, (tx) => recordEvent(tx, ada, 'photo.removed', {})))
  assert.equal((await eventsOf(db, 'ada')).length, 3)
})

test('another server, with an empty storage folder, gets nothing signed', async (t) => {
  const { db } = await legacyDatabase(t)

  await adoptLegacyLogs(db, {
    applied: [],
    storageDir: await temporaryStorageDir(t),
    now,
    features,
  })

  assert.ok((await eventsOf(db, 'ada')).every(({ signature }) => signature === null))
})

test('an adoption that was interrupted continues at the next start', async (t) => {
  const { db } = await legacyDatabase(t)
  const storageDir = await temporaryStorageDir(t)
  const crash = { baseline: () => Promise.reject(new Error('crash')) }
  const options = { storageDir, now }
  await assert.rejects(adoptLegacyLogs(db, { ...options, applied, features: [crash] }), /crash/)

  await adoptLegacyLogs(db, { ...options, applied: [], features })

  assert.equal((await eventsOf(db, 'grace')).at(-1)?.type, 'record.began')
})

async function temporaryStorageDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  t.after(() => rm(dir, { recursive: true }))
  return dir
}

/** Two accounts of the version without a hash chain: one with two events, one with none. */
async function legacyDatabase(t: TestContext) {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const before = Object.entries(migrations).filter(([name]) => name < '011-chain')
  await migrate(database, Object.fromEntries(before))
  await sql`insert into users (id, name, email, email_key, created_at, event_count) values
    ('ada', 'Ada', 'ada@example.com', 'ada', 1000, 2), ('grace', 'Grace', 'grace', 'grace', 1000, 0)`.execute(
    database.db,
  )
  await sql`insert into events (user_id, seq, type, data, at, ip, user_agent) values
    ('ada', 1, 'account.created', '{"name":"Ada"}', 2000, '192.0.2.7', 'Firefox'),
    ('ada', 2, 'address.verified', '{"email": "ada@example.com"}', 1000, null, null)`.execute(
    database.db,
  )
  await migrate(database)
  return database
}

function eventsOf(db: Db, id: string) {
  return db
    .selectFrom('events')
    .select(['seq', 'type', 'data', 'at', 'ip', 'hash', 'signature', 'origin_commitment'])
    .where('user_id', '=', id)
    .orderBy('seq')
    .execute()
}
