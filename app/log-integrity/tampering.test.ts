import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { type RawBuilder, sql } from 'kysely'

import type { Database, Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { eraseClientData } from '#app/platform/event-log/erase-client-data.ts'
import { genesisHash, eventHash, signEvent, signHead } from '#app/platform/event-log/hash-chain.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { withEventTriggersDisabled, createTestDatabase } from '#testing/test-database.ts'

import { accountLog } from './account-log-store.ts'
import { verifyEventLog } from './verify-event-log.ts'
import { verifyNextEvents } from './verify-next-events.ts'

const attacks: Record<string, [fault: string, seq: number, ...statements: RawBuilder<unknown>[]]> =
  {
    'altering the data': ['altered', 3, sql`update events set data = '{}' where seq = 3`],
    'altering the session': ['altered', 2, sql`update events set session_id = 'x' where seq = 2`],
    'altering the IP address': [
      'altered',
      2,
      sql`update events set ip = '203.0.113.9' where seq = 2`,
    ],
    'erasing client data too early': [
      'altered',
      2,
      sql`update events set ip = null, user_agent = null, origin_salt = null where seq = 2`,
    ],
    'writing invalid JSON': ['altered', 4, sql`update events set data = 'x' where seq = 4`],
    'writing a lone surrogate': [
      'altered',
      4,
      sql`update events set data = '{"email":"\\ud800"}' where seq = 4`,
    ],
    'changing the time': ['re-dated', 4, sql`update events set at = at - 1 where seq = 4`],
    'removing an event': ['missing', 3, sql`delete from events where seq = 3`],
    'removing an event and renumbering the rest': [
      'missing',
      3,
      sql`delete from events where seq = 3`,
      sql`update events set seq = 3 where seq = 4`,
      sql`update events set seq = 4 where seq = 5`,
      sql`update users set event_count = 4 where id = 'ada'`,
    ],
    'removing the first event': ['missing', 1, sql`delete from events where seq = 1`],
    'inserting an event': [
      'inserted',
      3,
      sql`update events set seq = 6 where seq = 5`,
      sql`update events set seq = 5 where seq = 4`,
      sql`update events set seq = 4 where seq = 3`,
      sql`insert into events select user_id, 3, 'photo.removed', '{}', at, null, null, null, 'x', 'x', 'x', null, null, null
      from events where seq = 4`,
    ],
    'appending an event': [
      'inserted',
      6,
      sql`insert into events (user_id, seq, type, data, at, hash) values ('ada', 6, 'photo.removed', '{}', 0, '')`,
    ],
    'inserting before the first event': [
      'inserted',
      0,
      sql`update events set seq = 0 where seq = 5`,
    ],
    'swapping two events': [
      'swapped',
      2,
      sql`update events set seq = 99 where seq = 2`,
      sql`update events set seq = 2 where seq = 4`,
      sql`update events set seq = 4 where seq = 99`,
    ],
    'truncating the log': ['truncated', 4, sql`delete from events where seq > 3`],
    'truncating the log and moving its head': [
      'truncated',
      4,
      sql`delete from events where seq > 3`,
      sql`update users set event_count = 3,
      record_head = (select hash from events where user_id = 'ada' and seq = 3),
      recorded_at = (select at from events where user_id = 'ada' and seq = 3) where id = 'ada'`,
    ],
    'deleting all events': ['truncated', 1, sql`delete from events`],
    'starting a new log': [
      'missing',
      1,
      sql`delete from events where user_id = 'ada'`,
      sql`update users set event_count = 0, record_head = null, record_signature = null where id = 'ada'`,
    ],
    'inserting an event of another account': [
      'forged',
      2,
      sql`delete from events where user_id = 'ada' and seq = 2`,
      sql`update events set user_id = 'ada' where user_id = 'grace' and seq = 2`,
    ],
    'an unknown signing key': [
      'unknown key',
      2,
      sql`update events set signature = 'fedcba987654.x' where seq = 2`,
    ],
  }

test('every kind of tampering with events is found and located (LGX-12)', async (t) => {
  const database = await databaseWithLogs(t)
  for (const [name, [fault, seq, ...statements]] of Object.entries(attacks)) {
    await withEventTriggersDisabled(database, async (db) => {
      await db.deleteFrom('users').execute()
      await insertLogs(db)
      for (const statement of statements) await statement.execute(db)
    })
    if (name === 'starting a new log') await recordOneEvent(database.db, 'ada', 5)

    assert.deepEqual((await verifyLogOf(database.db, 'ada')).broken, { fault, seq }, name)
  }
})

test('an event signed with another key is detected', async (t) => {
  const database = await databaseWithLogs(t)
  const otherKey = { name: await keyName(database.db), key: Buffer.alloc(32, 'a guess') }
  await withEventTriggersDisabled(database, (db) => forgeLast(db, otherKey))

  assert.deepEqual((await verifyLogOf(database.db, 'ada')).broken, { fault: 'forged', seq: 5 })
})

test('an event forged with the key is not detected by the chain, only by checkpoints', async (t) => {
  const database = await databaseWithLogs(t)
  const [[name, key] = ['', Buffer.alloc(0)]] = await allSigningKeys(database.db)
  await withEventTriggersDisabled(database, (db) => forgeLast(db, { name, key }))

  assert.equal((await verifyLogOf(database.db, 'ada')).broken, null)
})

test('the log of another account is rejected', async (t) => {
  const database = await databaseWithLogs(t)
  await withEventTriggersDisabled(database, async (db) => {
    await sql`delete from events where user_id = 'ada'`.execute(db)
    await sql`update events set user_id = 'ada'`.execute(db)
    await sql`update users set (event_count, record_head, recorded_at, record_signature) = (
      select event_count, record_head, recorded_at, record_signature from users where id = 'grace')`.execute(
      db,
    )
  })

  assert.deepEqual((await verifyLogOf(database.db, 'ada')).broken, { fault: 'forged', seq: 1 })
})

test('a truncated log is reported even after new events', async (t) => {
  const database = await databaseWithLogs(t)
  const [, , ...statements] = attacks['truncating the log and moving its head'] ?? []
  await withEventTriggersDisabled(database, async (db) => {
    for (const statement of statements) await statement.execute(db)
  })

  await recordOneEvent(database.db, 'ada', 9)

  assert.deepEqual(await verifyLogOf(database.db, 'ada'), {
    verifiedTo: 3,
    total: 5,
    broken: { fault: 'truncated', seq: 4 },
    isDone: true,
  })
})

test('an intact log is accepted, even after client data was erased', async (t) => {
  const { db } = await databaseWithLogs(t)
  const whole = { verifiedTo: 5, total: 5, broken: null, isDone: true }
  assert.deepEqual(await verifyLogOf(db, 'ada'), whole)

  await eraseClientData(db, 3500)

  assert.deepEqual(await verifyLogOf(db, 'ada'), whole)
  const { ip } = await db
    .selectFrom('events')
    .select('ip')
    .where('user_id', '=', 'ada')
    .where('seq', '=', 3)
    .executeTakeFirstOrThrow()
  assert.equal(ip, null)
})

test('a log is checked in steps, and each returns its position', async (t) => {
  const { db } = await databaseWithLogs(t)

  const one = await verifyNextEvents(db, accountLog('ada'), { from: 0, count: 2 })
  const two = await verifyNextEvents(db, accountLog('ada'), { from: one.verifiedTo, count: 10 })

  assert.deepEqual(one, { verifiedTo: 2, total: 5, broken: null, isDone: false })
  assert.deepEqual(two, { verifiedTo: 5, total: 5, broken: null, isDone: true })
})

/** Five events of Ada, two of Grace. */
async function databaseWithLogs(t: TestContext): Promise<Database> {
  const database = await createTestDatabase(t)
  await insertLogs(database.db)
  return database
}

async function insertLogs(db: Db): Promise<void> {
  await sql`insert into users (id, name, email, email_key, created_at) values
    ('ada', 'Ada', 'a', 'a', 0), ('grace', 'Grace', 'g', 'g', 0)`.execute(db)
  for (const [account, count] of [
    ['ada', 5],
    ['grace', 2],
  ] as const) {
    for (let seq = 1; seq <= count; seq++) await recordOneEvent(db, account, seq)
  }
}

function recordOneEvent(db: Db, userId: string, seq: number): Promise<void> {
  const actor = { userId, sessionId: null, ip: '192.0.2.7', userAgent: 'Firefox' }
  return inTransaction(db, (tx) => {
    const now = seq * 1000
    if (seq > 1) return recordEvent(tx, { ...actor, now }, 'address.verified', { email: `${seq}` })
    const created = { name: userId, email: userId, locale: null, timezone: null }
    return recordEvent(tx, { ...actor, now }, 'account.created', created)
  })
}

async function verifyLogOf(db: Db, account: string) {
  return verifyEventLog(db, accountLog(account), await allSigningKeys(db))
}

async function keyName(db: Db): Promise<string> {
  return [...(await allSigningKeys(db)).keys()][0] ?? ''
}

/** Re-dates the last event consistently and signs it and the head with `key`. */
async function forgeLast(db: Db, key: { name: string; key: Buffer }): Promise<void> {
  const [before, last] = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', 'ada')
    .where('seq', '>=', 4)
    .orderBy('seq')
    .execute()
  const [account, seq, at] = ['ada', 5, (last?.at ?? 0) + 86_400_000]
  const content = last?.content_digest ?? ''
  const hash = eventHash({
    logId: account,
    seq,
    at,
    previous: before?.hash ?? genesisHash('ada'),
    content,
  })
  const signature = signEvent(key, { logId: account, seq, content, hash })
  await db.updateTable('events').set({ at, hash, signature }).where('seq', '=', 5).execute()
  const record_signature = signHead(key, { logId: account, seq, hash, at, originsErasedThrough: 0 })
  await db
    .updateTable('users')
    .set({ record_head: hash, recorded_at: at, record_signature })
    .where('id', '=', account)
    .execute()
}
