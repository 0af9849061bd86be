import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { insertAccounts } from '#testing/assert-single-winner.ts'
import { createTestDatabase, openConnection } from '#testing/test-database.ts'

import { maxCodeGuesses } from './limits.ts'
import {
  checkMailedCode,
  consumeMailedCode,
  eraseMailedCodes,
  issueMailedCode,
  revokeMailedCodes,
} from './mailed-codes.ts'

const key = randomBytes(32)
const keys = createKeyring({ current: key, previous: [] })
const now = 1_700_000_000_000
const ttlMs = 60_000
const request = {
  purpose: 'sign-in',
  emailKey: 'ada@example.com',
  browser: 'the browser that asked',
} as const

test('a mailed code works once, in the browser that requested it (COD-01)', async (t) => {
  const { db } = await createTestDatabase(t)
  const { id, code } = await issue(db)

  assert.equal(await check(db, code, { browser: 'another browser' }), null)
  assert.equal(await check(db, code, { purpose: 'password-reset' }), null)
  assert.equal(await check(db, code, { emailKey: 'eve@example.com' }), null)
  const found = await check(db, `${code.slice(0, 3)} ${code.slice(3)}`)
  assert.deepEqual(found, { id, userId: null, emailKey: request.emailKey, payload: 'the link' })
  assert.equal(await consumeMailedCode(db, { id }, now), true)
  assert.equal(await consumeMailedCode(db, { id }, now), false)
  assert.equal(await check(db, code), null)
})

test('after five guesses the right code no longer works (COD-02)', async (t) => {
  const { db } = await createTestDatabase(t)
  const { code } = await issue(db)

  for (let guess = 0; guess < maxCodeGuesses; guess++)
    assert.equal(await check(db, otherThan(code)), null)

  assert.equal(await check(db, code), null)
})

test('a hundred concurrent guesses in two processes get five comparisons (COD-02)', async (t) => {
  const one = await createTestDatabase(t)
  const other = await openConnection(t, one.url)
  const { code } = await issue(one.db)

  const results = await Promise.all(
    Array.from({ length: 100 }, (_, at) => check((at % 2 ? one : other).db, code)),
  )

  assert.equal(results.filter((found) => found !== null).length, maxCodeGuesses)
})

test('a guess inside a transaction, which could be rolled back, is refused', async (t) => {
  const { db } = await createTestDatabase(t)
  const { code } = await issue(db)

  const guess = db.transaction().execute((tx) => check(tx, code))

  await assert.rejects(guess, /outside a transaction/)
})

test('a newer code replaces the older one of the same browser only (COD-05)', async (t) => {
  const { db } = await createTestDatabase(t)
  const older = await issue(db)
  const elsewhere = await issue(db, { browser: 'another browser' })
  const found = await check(db, older.code)
  const newer = await issue(db)

  assert.equal(await consumeMailedCode(db, { id: found?.id ?? '' }, now), false)
  if (older.code !== newer.code) assert.equal(await check(db, older.code), null)
  assert.equal((await check(db, newer.code))?.id, newer.id)
  assert.notEqual(await check(db, elsewhere.code, { browser: 'another browser' }), null)
})

test('a code expires, also between the check and its use (COD-03)', async (t) => {
  const { db } = await createTestDatabase(t)
  const { id, code } = await issue(db)

  assert.notEqual(await check(db, code, { now: now + ttlMs - 1 }), null)
  assert.equal(await check(db, code, { now: now + ttlMs }), null)
  assert.equal(await consumeMailedCode(db, { id }, now + ttlMs), false)
  await pruneExpired({ db }, now + ttlMs - 1, [])
  assert.equal((await rows(db)).length, 1)
  await pruneExpired({ db }, now + ttlMs, [])
  assert.equal((await rows(db)).length, 0)
})

test('revoking the codes of an account voids one that was checked already (COD-06)', async (t) => {
  const { db } = await createTestDatabase(t)
  const [userId = ''] = await insertAccounts(db, 1)
  const { code } = await issue(db, { userId })
  const found = await check(db, code)

  await db.transaction().execute((tx) => revokeMailedCodes(tx, userId))

  assert.equal(found?.userId, userId)
  assert.equal(await consumeMailedCode(db, { id: found?.id ?? '' }, now), false)
})

test('with an account every code of its address is erased', async (t) => {
  const { db } = await createTestDatabase(t)
  await issue(db)
  const { emailKey } = request
  await issueMailedCode(db, keys, { ...request, emailKey: 'eve@x.test', userId: null, ttlMs, now })

  await db.transaction().execute((tx) => eraseMailedCodes(tx, [emailKey]))

  assert.deepEqual(
    (await rows(db)).map(({ email_key }) => email_key),
    ['eve@x.test'],
  )
})

test('a stolen database shows neither codes nor browsers, and equal codes differ (COD-04)', async (t) => {
  const { db } = await createTestDatabase(t)
  const { code } = await issue(db)

  const stored = JSON.stringify(await rows(db))
  assert.equal(stored.includes(request.browser), false)
  assert.equal(stored.includes('the link'), false)
  // Nobody without the application key can tell the code by trying all million.
  const stranger = createKeyring({ current: randomBytes(32), previous: [] })
  const guess = { ...request, code, now }
  assert.equal(await checkMailedCode(db, stranger, guess), null)
  assert.notEqual(await check(db, code), null)
  await db.updateTable('mailed_codes').set({ id: 'another row' }).execute()
  assert.equal(await check(db, code), null)
})

test('a code mailed before the application key was rotated still works', async (t) => {
  const { db } = await createTestDatabase(t)
  const { code } = await issue(db)
  const rotated = createKeyring({ current: randomBytes(32), previous: [key] })

  const found = await checkMailedCode(db, rotated, { ...request, code, now })

  assert.equal(found?.payload, 'the link')
})

test('codes are six digits, evenly spread', async (t) => {
  const { db } = await createTestDatabase(t)

  const codes = await Promise.all(
    Array.from({ length: 500 }, async (_, at) => (await issue(db, { browser: `${at}` })).code),
  )

  for (const code of codes) assert.match(code, /^[0-9]{6}$/)
  assert.equal(new Set(codes.map((code) => code[0])).size, 10)
  assert.ok(new Set(codes).size > 490)
})

function issue(db: Db, changes: { userId?: string; browser?: string } = {}) {
  return issueMailedCode(db, keys, {
    ...request,
    userId: null,
    ttlMs,
    now,
    payload: 'the link',
    ...changes,
  })
}

function check(
  db: Db,
  code: string,
  changes: Partial<Parameters<typeof checkMailedCode>[2]> = {},
): ReturnType<typeof checkMailedCode> {
  return checkMailedCode(db, keys, { ...request, code, now, ...changes })
}

function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

function rows(db: Db) {
  return db.selectFrom('mailed_codes').selectAll().execute()
}
