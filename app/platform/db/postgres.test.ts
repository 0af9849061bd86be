import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import { Unavailable } from '#app/platform/errors.ts'
import { createTestDatabase, testDialect } from '#testing/test-database.ts'

import type { Db, Tx } from './connect.ts'
import { inTransaction } from './in-transaction.ts'
import { maxAttempts } from './retry-conflicts.ts'

const skip = testDialect === 'postgres' ? false : 'only with TEST_DATABASE=postgres'

test('cancels a statement that runs too long and keeps the connection', { skip }, async (t) => {
  const { db } = await createTestDatabase(t, { statementTimeoutMs: 1000, poolSize: 1 })
  const pid = await pidOf(db)

  await assert.rejects(sql`select pg_sleep(5)`.execute(db), Unavailable)
  assert.equal(await pidOf(db), pid)
})

test('a lock timeout is unavailable', { skip }, async (t) => {
  const { db } = await createTestDatabase(t, { waitTimeoutMs: 1000 })
  await addTwoJobs(db)

  await db.transaction().execute(async (tx) => {
    await incrementAttempts(tx, 'a')
    await assert.rejects(incrementAttempts(db, 'a'), Unavailable)
  })
})

test('a query waits for a free connection until it times out', { skip }, async (t) => {
  const { db } = await createTestDatabase(t, { waitTimeoutMs: 1000, poolSize: 1 })

  await db.transaction().execute(async (tx) => {
    await pidOf(tx)
    await assert.rejects(pidOf(db), Unavailable)
  })
  await pidOf(db)
})

test('retries the transaction that lost a deadlock', { skip }, async (t) => {
  const { db } = await createTestDatabase(t, { waitTimeoutMs: 5000 })
  await addTwoJobs(db)

  await Promise.all([
    inTransaction(db, (tx) => incrementBoth(tx, 'a', 'b')),
    inTransaction(db, (tx) => incrementBoth(tx, 'b', 'a')),
  ])

  const rows = await db.selectFrom('jobs').select(['id', 'attempts']).orderBy('id').execute()
  assert.deepEqual(rows, [
    { id: 'a', attempts: 2 },
    { id: 'b', attempts: 2 },
  ])
})

test(
  'retries serialization failures at most three times, after pauses of different length',
  { skip },
  async (t) => {
    const { db } = await createTestDatabase(t)
    const startedAt: number[] = []
    const conflict = sql`do $$ begin raise exception using errcode = '40001'; end $$`

    const failing = inTransaction(db, (tx) => {
      startedAt.push(performance.now())
      return conflict.execute(tx)
    })

    await assert.rejects(failing, (error) => {
      assert.ok(error instanceof Unavailable)
      assert.equal(error.retryAfterSeconds, 1)
      return true
    })
    assert.equal(startedAt.length, maxAttempts)
  },
)

test('a statement that is no part of a transaction is retried too', { skip }, async (t) => {
  const { db } = await createTestDatabase(t)
  await sql`create sequence calls`.execute(db)
  await sql`create function conflict_twice() returns bigint language plpgsql as $$
    declare call bigint := nextval('calls'); begin
    if call < 3 then raise exception using errcode = '40P01'; end if; return call; end $$`.execute(
    db,
  )

  const { rows } = await sql<{ call: number }>`select conflict_twice() as call`.execute(db)

  assert.deepEqual(rows, [{ call: 3 }])
})

test(
  'committing a transaction with a swallowed error is reported as a failure',
  { skip },
  async (t) => {
    const { db } = await createTestDatabase(t)

    const swallowing = db.transaction().execute(async (tx) => {
      await addTwoJobs(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    })

    await assert.rejects(swallowing, /rolled back/)
  },
)

async function pidOf(db: Db, seconds = 0): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid, pg_sleep(${seconds})`.execute(db)
  return rows[0]?.pid ?? 0
}

async function addTwoJobs(db: Db): Promise<void> {
  await sql`insert into jobs (id, kind, payload_sealed, run_at, attempts, created_at)
    values ('a', '', '', 0, 0, 0), ('b', '', '', 0, 0, 0)`.execute(db)
}

async function incrementAttempts(db: Db, id: string): Promise<void> {
  const incremented = sql<number>`attempts + 1`
  await db.updateTable('jobs').set({ attempts: incremented }).where('id', '=', id).execute()
}

async function incrementBoth(tx: Tx, first: string, second: string): Promise<void> {
  await incrementAttempts(tx, first)
  await setTimeout(100)
  await incrementAttempts(tx, second)
}
