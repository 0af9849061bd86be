import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import {
  withEventTriggersDisabled,
  createTestDatabase,
  testDialect,
} from '#testing/test-database.ts'

import { allowLogErasure } from './allow-log-erasure.ts'
import { eraseClientData } from './erase-client-data.ts'
import { recordEvent } from './record-event.ts'

const forbiddenChanges = [
  sql`update events set type = 'photo.removed'`,
  sql`update events set data = '{}'`,
  sql`update events set at = at + 1`,
  sql`update events set seq = 3 where seq = 2`,
  sql`update events set session_id = 'another'`,
  sql`update events set ip = '203.0.113.1'`,
  sql`update events set ip = null`,
  sql`update events set user_agent = 'Chrome', origin_salt = null, ip = null`,
  sql`update events set hash = null`,
  sql`update events set signature = 'another'`,
  sql`update events set origin_commitment = null, origin_salt = null, ip = null, user_agent = null`,
  sql`delete from events`,
  sql`delete from events where seq = 2`,
  sql`delete from users`,
  ...(testDialect === 'sqlite'
    ? [
        sql`insert or replace into events select * from events`,
        sql`update or replace events set seq = 1 where seq = 2`,
      ]
    : [
        sql`truncate events`,
        sql`truncate users cascade`,
        sql`insert into events select * from events on conflict (user_id, seq) do update set type = 'x'`,
      ]),
]

test('database triggers reject changing or deleting an event (LGX-11)', async (t) => {
  const { db } = await databaseWithTwoEvents(t)
  const before = await events(db)

  for (const attempt of forbiddenChanges) {
    await assert.rejects(attempt.execute(db), /of a record/)
  }

  assert.equal(before.length, 2)
  assert.deepEqual(await events(db), before)
})

test('client data can be erased, and nothing else', async (t) => {
  const { db } = await databaseWithTwoEvents(t)
  const before = await events(db)

  await eraseClientData(db, 2000)

  const none = { ip: null, user_agent: null, origin_salt: null }
  assert.deepEqual(await events(db), [{ ...before[0], ...none }, before[1]])
  await assert.rejects(sql`update events set ip = '203.0.113.1'`.execute(db), /never changes/)
})

test('deleting an account deletes its events after allowLogErasure', async (t) => {
  const { db } = await databaseWithTwoEvents(t)

  await inTransaction(db, async (tx) => {
    await allowLogErasure(tx, 'ada', 5000)
    await tx.deleteFrom('users').execute()
  })

  assert.deepEqual(await events(db), [])
  const { id, erased_at } = await db
    .selectFrom('erased_records')
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([id, erased_at], ['ada', 5000])
})

test('allowLogErasure for one account does not allow erasing another', async (t) => {
  const { db } = await databaseWithTwoEvents(t)

  const removal = inTransaction(db, async (tx) => {
    await allowLogErasure(tx, 'grace', 5000)
    await tx.deleteFrom('users').execute()
  })

  await assert.rejects(removal, /only with its account/)
  assert.equal((await events(db)).length, 2)
})

test('the owner of the tables can disable the triggers, which only the hash chain reveals', async (t) => {
  const database = await databaseWithTwoEvents(t)

  await withEventTriggersDisabled(
    database,
    async (db) => void (await db.deleteFrom('events').execute()),
  )

  assert.deepEqual(await events(database.db), [])
})

async function databaseWithTwoEvents(t: TestContext) {
  const database = await createTestDatabase(t)
  const { db } = database
  await sql`insert into users (id, name, email, email_key, created_at) values ('ada', 'Ada', 'a', 'a', 0)`.execute(
    db,
  )
  const ada = { userId: 'ada', sessionId: null, ip: '192.0.2.7', userAgent: 'Firefox' }
  for (const now of [1000, 3000]) {
    await inTransaction(db, (tx) =>
      recordEvent(tx, { ...ada, now }, 'address.verified', { email: 'ada@example.com' }),
    )
  }
  return database
}

function events(db: Db) {
  return db.selectFrom('events').selectAll().orderBy('seq').execute()
}
