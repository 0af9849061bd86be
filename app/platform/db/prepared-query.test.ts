import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import { createTestDatabase } from '#testing/test-database.ts'

import type { Db } from './connect.ts'
import { preparedQuery } from './prepared-query.ts'

test('a prepared query is built once and runs with the values of each call', async (t) => {
  const { db } = await createTestDatabase(t)
  let builds = 0
  const numbers = preparedQuery(
    (one, { minAttempts, maxAttempts }: { minAttempts: number; maxAttempts: number }) => {
      builds++
      return one
        .selectFrom('jobs')
        .select('attempts')
        .where('attempts', '>=', minAttempts)
        .where('attempts', '<=', maxAttempts)
        .where('kind', '=', 'test')
        .orderBy('attempts')
    },
  )
  await db.insertInto('jobs').values([1, 2, 3].map(job)).execute()

  assert.deepEqual(await numbers(db, { minAttempts: 1, maxAttempts: 2 }), [
    { attempts: 1 },
    { attempts: 2 },
  ])
  assert.deepEqual(await numbers(db, { minAttempts: 3, maxAttempts: 9 }), [{ attempts: 3 }])
  const built = builds
  await numbers(db, { minAttempts: 1, maxAttempts: 1 })
  assert.equal(builds, built)
})

test('rejects a query that transforms a value, or omits one, on the first call', async (t) => {
  const { db } = await createTestDatabase(t)
  const all = (one: Db) => one.selectFrom('jobs').select('id')
  const transformed = preparedQuery((one, { now }: { now: number }) =>
    all(one).where('run_at', '<', now - 60),
  )
  const omitted = preparedQuery((one, { kind }: { now: number; kind: string }) =>
    all(one).where('kind', '=', kind),
  )
  // The two marker values are on different sides of 0.25.
  const conditional = preparedQuery((one, { now }: { now: number }) =>
    all(one)
      .where('run_at', '<', now)
      .$if(now > 0.25, (query) => query.where('dead_at', 'is', null)),
  )

  await assert.rejects(async () => transformed(db, { now: 1 }), /bind every value unchanged/)
  await assert.rejects(async () => omitted(db, { now: 1, kind: 'mail' }), /bind every value/)
  await assert.rejects(async () => conditional(db, { now: 1 }), /bind every value unchanged/)
})

test('a value can be bound more than once, also beside a literal question mark', async (t) => {
  const { db } = await createTestDatabase(t)
  await db.insertInto('jobs').values([1, 2, 3].map(job)).execute()
  const within = (one: Db, { of, kind }: { of: number; kind: string }) =>
    one
      .selectFrom('jobs')
      .select('attempts')
      .where('attempts', '>=', of)
      .where('kind', '=', kind)
      .where('attempts', '<=', of)
      .where('kind', '!=', 'other')
  const exactly = preparedQuery(within)
  const withLiteral = preparedQuery((one, values: { of: number; kind: string }) =>
    within(one, values).select(sql<string>`'what?'`.as('mark')),
  )

  assert.deepEqual(await exactly(db, { of: 2, kind: 'test' }), [{ attempts: 2 }])
  assert.deepEqual(await exactly(db, { of: 3, kind: 'test' }), [{ attempts: 3 }])
  assert.deepEqual(await exactly(db, { of: 3, kind: 'none' }), [])
  assert.deepEqual(await withLiteral(db, { of: 1, kind: 'test' }), [{ attempts: 1, mark: 'what?' }])
})

function job(attempts: number) {
  const none = { dedupe_key: null, locked_until: null, last_error: null, dead_at: null }
  const times = { run_at: 0, created_at: 0 }
  return { id: String(attempts), kind: 'test', payload_sealed: '', attempts, ...times, ...none }
}
