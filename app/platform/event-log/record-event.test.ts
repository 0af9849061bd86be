import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { openConnection, createTestDatabase } from '#testing/test-database.ts'

import { contentDigest, genesisHash, eventHash, clientDataCommitment } from './hash-chain.ts'
import { recordEvent } from './record-event.ts'

test('an event is stored with its actor, client and time', async (t) => {
  const { db } = await createTestDatabase(t)
  const ada = await insertAccount(db, 'ada')

  await recordOneEvent(db, ada)

  const [event] = await db.selectFrom('events').selectAll().execute()
  assert.partialDeepStrictEqual(event, {
    user_id: 'ada',
    seq: 1,
    type: 'address.verified',
    data: '{"email":"ada@example.com"}',
    at: 1_700_000_000_000,
    session_id: 'laptop of ada',
    ip: '192.0.2.7',
    user_agent: 'Firefox',
  })
})

test('each event contains the hash of the previous one, and the account row the last hash', async (t) => {
  const { db } = await createTestDatabase(t)
  const ada = await insertAccount(db, 'ada')
  await recordOneEvent(db, ada)
  await recordOneEvent(db, { ...ada, now: ada.now - 5000 })

  const [one, two] = await db.selectFrom('events').selectAll().orderBy('seq').execute()
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()

  assert.ok(one && two)
  assert.equal(expectedHash(one, genesisHash('ada')), one.hash)
  assert.equal(expectedHash(two, one.hash ?? ''), two.hash)
  assert.deepEqual([user.event_count, user.record_head], [2, two.hash])
  assert.equal(two.at, one.at, 'event time must not go back with the clock')
  assert.equal(
    clientDataCommitment(
      { ip: '192.0.2.7', userAgent: 'Firefox', country: null },
      two.origin_salt ?? '',
    ),
    two.origin_commitment,
  )
  assert.notEqual(one.origin_commitment, two.origin_commitment)
})

test('a session that has ended cannot record an event (SES-04)', async (t) => {
  const { db } = await createTestDatabase(t)
  const ada = await insertAccount(db, 'ada')
  await db.deleteFrom('sessions').execute()

  await assert.rejects(recordOneEvent(db, ada), NotSignedIn)
  assert.deepEqual(await sequenceNumbers(db, 'ada'), [])
})

test('forty concurrent events over two connections are numbered without gaps', async (t) => {
  const one = await createTestDatabase(t)
  const other = await openConnection(t, one.url)
  const ada = await insertAccount(one.db, 'ada')
  const grace = await insertAccount(one.db, 'grace')

  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      recordOneEvent((at % 2 ? one : other).db, at % 4 === 3 ? grace : ada),
    ),
  )

  assert.deepEqual(await sequenceNumbers(one.db, 'ada'), oneTo(30))
  assert.deepEqual(await sequenceNumbers(one.db, 'grace'), oneTo(10))
  assert.ok(await isUnbrokenChain(one.db, 'ada'))
  assert.ok(await isUnbrokenChain(one.db, 'grace'))
})

test('a rolled back change leaves no event and no gap', async (t) => {
  const { db } = await createTestDatabase(t)
  const ada = await insertAccount(db, 'ada')

  const rolledBack = db.transaction().execute(async (tx) => {
    await recordEvent(tx, ada, 'address.verified', { email: 'wrong@example.com' })
    throw new Error('roll back')
  })
  await assert.rejects(rolledBack, /roll back/)
  await recordOneEvent(db, ada)

  assert.deepEqual(await sequenceNumbers(db, 'ada'), [1])
})

test('several events in one transaction form one chain, which the next transaction continues', async (t) => {
  const { db } = await createTestDatabase(t)
  const ada = await insertAccount(db, 'ada')
  const grace = await insertAccount(db, 'grace')

  await db.transaction().execute(async (tx) => {
    await recordEvent(tx, ada, 'address.verified', { email: 'one@example.com' })
    await recordEvent(tx, grace, 'address.verified', { email: 'other@example.com' })
    await recordEvent(tx, ada, 'address.verified', { email: 'two@example.com' })
  })
  await recordOneEvent(db, ada)

  assert.deepEqual(await sequenceNumbers(db, 'ada'), [1, 2, 3])
  assert.ok(await isUnbrokenChain(db, 'ada'))
  assert.deepEqual(await sequenceNumbers(db, 'grace'), [1])
})

test('recording an event for a missing account fails', async (t) => {
  const { db } = await createTestDatabase(t)
  const ada = await insertAccount(db, 'ada')

  await assert.rejects(recordOneEvent(db, { ...ada, userId: 'nobody' }))
  assert.deepEqual(await sequenceNumbers(db, 'ada'), [])
})

async function recordOneEvent(db: Db, actor: Actor): Promise<void> {
  const email = 'ada@example.com'
  await db.transaction().execute((tx) => recordEvent(tx, actor, 'address.verified', { email }))
}

async function isUnbrokenChain(db: Db, userId: string): Promise<boolean> {
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
  const before = [genesisHash(userId), ...events.map(({ hash }) => hash ?? '')]
  return events.every((event, at) => expectedHash(event, before[at] ?? '') === event.hash)
}

function expectedHash(event: EventsTable, previous: string): string {
  const { user_id: account, seq, at, type, session_id: session, origin_commitment: origin } = event
  const content = contentDigest({ type, data: JSON.parse(event.data), session, origin })
  return eventHash({ logId: account, seq, at, previous, content })
}

async function sequenceNumbers(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('seq')
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

function oneTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}

async function insertAccount(db: Db, id: string): Promise<Actor> {
  await db
    .insertInto('users')
    .values({
      id,
      name: id,
      email: id,
      email_key: id,
      email_verified_at: null,
      password_hash: null,
      locale: null,
      timezone: null,
      terms_version: null,
      event_count: 0,
      refused_count: 0,
      refused_recorded_at: null,
      created_at: 0,
    })
    .execute()
  const now = 1_700_000_000_000
  const sessionId = `laptop of ${id}`
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      token_hash: id,
      method: 'password',
      remembered: 0,
      ip: null,
      user_agent: null,
      created_at: now,
      last_active_at: now,
      expires_at: now,
      ends_at: now,
      confirmed_at: null,
      carried_sealed: null,
    })
    .execute()
  return { userId: id, sessionId, ip: '192.0.2.7', userAgent: 'Firefox', now }
}
