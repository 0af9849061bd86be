import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { openConnection, createTestDatabase } from '#testing/test-database.ts'

import { consumeToken, findToken, issueToken } from './one-time-tokens.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })
const purpose = 'registration'
const now = 1_700_000_000_000
const ttlMs = 60_000

test('a token can be read many times and consumed once', async (t) => {
  const { db } = await createTestDatabase(t)
  const token = { ...(await issue(db)), purpose, now } as const

  assert.equal((await findToken(db, keys, token))?.payload, 'the rest of the form')
  assert.equal((await findToken(db, keys, token))?.expiresAt, now + ttlMs)
  assert.deepEqual(await consumeToken(db, token), { userId: null, emailKey: 'ada@example.com' })
  assert.equal(await consumeToken(db, token), null)
  assert.equal(await findToken(db, keys, token), null)
})

test('of sixteen concurrent requests exactly one consumes the token', async (t) => {
  const one = await createTestDatabase(t)
  const other = await openConnection(t, one.url)

  const winners: number[] = []
  for (let round = 0; round < 20; round++) winners.push(await race(one, other))

  assert.deepEqual(winners, Array<number>(20).fill(1))
})

test('rejects another purpose, another secret, another id and the stored hash', async (t) => {
  const { db } = await createTestDatabase(t)
  const token = { ...(await issue(db)), purpose, now } as const
  const { token_hash } = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .executeTakeFirstOrThrow()

  const wrong = [
    { ...token, purpose: 'email-verification' as const },
    { ...token, secret: newSecret() },
    { ...token, secret: token_hash },
    { ...token, secret: '' },
    { ...token, id: newSecret() },
    { ...token, id: 'nul\u0001', secret: 'x'.repeat(10_000) },
  ]

  for (const attempt of wrong) {
    assert.equal(await findToken(db, keys, attempt), null)
    assert.equal(await consumeToken(db, attempt), null)
  }
  assert.notEqual(await consumeToken(db, token), null)
})

test('a token works until it expires, and a clock set back does not revive a consumed one', async (t) => {
  const { db } = await createTestDatabase(t)
  const early = { ...(await issue(db)), purpose } as const
  const late = { ...(await issue(db)), purpose } as const

  assert.equal(await consumeToken(db, { ...late, now: now + ttlMs }), null)
  assert.notEqual(await consumeToken(db, { ...early, now: now + ttlMs - 1 }), null)
  assert.equal(await consumeToken(db, { ...early, now: now - ttlMs }), null)
})

test('a rolled back transaction restores the consumed token', async (t) => {
  const { db } = await createTestDatabase(t)
  const token = { ...(await issue(db)), purpose, now } as const

  const rolledBack = db.transaction().execute(async (tx) => {
    await consumeToken(tx, token)
    throw new Error('roll back')
  })

  await assert.rejects(rolledBack, /roll back/)
  assert.notEqual(await consumeToken(db, token), null)
})

test('the payload is encrypted and decrypts only in its own row', async (t) => {
  const { db } = await createTestDatabase(t)
  const [one, other] = [await issue(db), await issue(db)]
  const { payload_sealed } = await db
    .selectFrom('one_time_tokens')
    .select('payload_sealed')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()

  await db.updateTable('one_time_tokens').set({ payload_sealed }).execute()

  assert.doesNotMatch(payload_sealed ?? '', /form/)
  assert.equal(
    (await findToken(db, keys, { ...one, purpose, now }))?.payload,
    'the rest of the form',
  )
  assert.equal(await findToken(db, keys, { ...other, purpose, now }), null)
})

test('prunes expired tokens', async (t) => {
  const { db } = await createTestDatabase(t)
  await issue(db)

  await pruneExpired({ db }, now + ttlMs - 1, [])
  assert.equal(await count(db), 1)
  await pruneExpired({ db }, now + ttlMs, [])
  assert.equal(await count(db), 0)
})

async function race(one: Database, other: Database): Promise<number> {
  const token = { ...(await issue(one.db)), purpose, now } as const
  const results = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      (at % 2 ? one : other).db.transaction().execute((tx) => consumeToken(tx, token)),
    ),
  )
  return results.filter((result) => result !== null).length
}

async function issue(db: Db): Promise<{ id: string; secret: string }> {
  const payload = 'the rest of the form'
  const emailKey = 'ada@example.com'
  return issueToken(db, keys, { purpose, userId: null, emailKey, payload, ttlMs, now })
}

async function count(db: Db): Promise<number> {
  return (await db.selectFrom('one_time_tokens').select('id').execute()).length
}
