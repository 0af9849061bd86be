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

test('a query that makes something of its values, or leaves one out, is refused the first time', async (t) => {
  const { db } = await createTestDatabase(t)
  const all = (one: Db) => one.selectFrom('jobs').select('id')
  const late = preparedQuery((one, { now }: { now: number }) =>
    all(one).where('run_at', '<', now - 60),
  )
  const idle = preparedQuery((one, { kind }: { now: number; kind: string }) =>
    all(one).where('kind', '=', kind),
  )
  // What it is first built with lies on both sides of this.
  const some = preparedQuery((one, { now }: { now: number }) =>
    all(one)
      .where('run_at', '<', now)
      .$if(now > 0.25, (query) => query.where('dead_at', 'is', null)),
  )

  await assert.rejects(async () => late(db, { now: 1 }), /as it is/)
  await assert.rejects(async () => idle(db, { now: 1, kind: 'mail' }), /each of its values/)
  await assert.rejects(async () => some(db, { now: 1 }), /as it is/)
})

test('a value may stand in a query more than once, also beside a question mark that is none', async (t) => {
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
  const marked = preparedQuery((one, values: { of: number; kind: string }) =>
    within(one, values).select(sql<string>`'what?'`.as('mark')),
  )

  assert.deepEqual(await exactly(db, { of: 2, kind: 'test' }), [{ attempts: 2 }])
  assert.deepEqual(await exactly(db, { of: 3, kind: 'test' }), [{ attempts: 3 }])
  assert.deepEqual(await exactly(db, { of: 3, kind: 'none' }), [])
  assert.deepEqual(await marked(db, { of: 1, kind: 'test' }), [{ attempts: 1, mark: 'what?' }])
})

function job(attempts: number) {
  const none = { dedupe_key: null, locked_until: null, last_error: null, dead_at: null }
  const times = { run_at: 0, created_at: 0 }
  return { id: String(attempts), kind: 'test', payload_sealed: '', attempts, ...times, ...none }
}
