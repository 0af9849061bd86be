import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import { Unavailable } from '#app/platform/errors.ts'
import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'
import { openConnection, createTestDatabase } from '#testing/test-database.ts'

import type { Database, Db, Tx } from './connect.ts'

test('reads never wait for a transaction and see only committed data', async (t) => {
  const { db } = await createTestDatabase(t, {}, 'sqlite')

  await db.transaction().execute(async (tx) => {
    await addJob(tx, 'one')
    assert.deepEqual(await jobIds(db), [])
    assert.deepEqual(await jobIds(tx), ['one'])
  })

  assert.deepEqual(await jobIds(db), ['one'])
})

test('transactions that read and then write never lose an update, even between two connections', async (t) => {
  const one = await createTestDatabase(t, {}, 'sqlite')
  const other = await openConnection(t, one.url)
  await addJob(one.db, 'counter')

  const increments = Array.from({ length: 60 }, (_, at) => increment((at % 2 ? one : other).db))
  await Promise.all(increments)

  assert.equal(await attempts(one.db), 60)
})

test('a failed transaction is rolled back and does not block the next one', async (t) => {
  const { db } = await createTestDatabase(t, {}, 'sqlite')

  const failing = db.transaction().execute(async (tx) => {
    await addJob(tx, 'lost')
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  await db.transaction().execute((tx) => addJob(tx, 'kept'))

  assert.deepEqual(await jobIds(db), ['kept'])
})

test('a write waits for another process without blocking the event loop', async (t) => {
  const { db, url } = await createTestDatabase(t, {}, 'sqlite')
  const release = holdWriteLock(t, url)
  const countTicks = countEventLoopTicks(t)

  const writing = addJob(db, 'waiting')
  await setTimeout(500)
  assert.deepEqual(await jobIds(db), [], 'reads still work')
  const ticks = countTicks()
  release()
  await writing

  assert.deepEqual(await jobIds(db), ['waiting'])
  assert.ok(ticks > 100, `only ${ticks} event loop ticks`)
})

test('a write that waits too long is unavailable, and concurrent writes wait in parallel', async (t) => {
  const { db, url } = await createTestDatabase(t, { waitTimeoutMs: 300 }, 'sqlite')
  const release = holdWriteLock(t, url)
  const rejectedAt: number[] = []

  const writing = ['a', 'b', 'c'].map(async (id) => {
    await assert.rejects(addJob(db, id), Unavailable)
    rejectedAt.push(performance.now())
  })
  await Promise.all(writing)
  release()

  const [first = 0, , last = 0] = rejectedAt
  assert.ok(last - first < 300, `waited in sequence: ${rejectedAt}`)
  await addJob(db, 'later')
  assert.deepEqual(await jobIds(db), ['later'])
})

test('the event loop takes a turn between two writes, queued or one after the other', async (t) => {
  const database = await createTestDatabase(t, {}, 'sqlite')
  const { db } = database
  const order: string[] = []
  t.after(
    database.onCommit(() => {
      order.push('commit')
      // Until the timer is due, as a flush would hold the loop.
      globalThis.setTimeout(() => order.push('turn'), 1)
      for (const end = performance.now() + 2; performance.now() < end;);
    }),
  )

  await Promise.all([addJob(db, 'queued'), db.transaction().execute((tx) => addJob(tx, 'too'))])
  await addJob(db, 'after')
  await db.transaction().execute((tx) => addJob(tx, 'them'))
  await setTimeout(10)

  assert.deepEqual(order, Array.from({ length: 4 }, () => ['commit', 'turn']).flat())
})

test('writing outside an open transaction from within it is unavailable instead of a deadlock', async (t) => {
  const { db } = await createTestDatabase(t, { waitTimeoutMs: 100 }, 'sqlite')

  const writing = db.transaction().execute(() => addJob(db, 'outside'))

  await assert.rejects(writing, Unavailable)
  await addJob(db, 'later')
})

test('rows are plain objects, counts are numbers and affected rows are counted', async (t) => {
  const { db } = await createTestDatabase(t)
  await addJob(db, 'one')
  await addJob(db, 'two')

  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const changed = await db.updateTable('jobs').set({ attempts: 3 }).executeTakeFirstOrThrow()
  const removed = await db.deleteFrom('jobs').where('id', '=', 'one').returning('id').execute()

  assert.equal(count, 2)
  assert.equal(changed.numUpdatedRows, 2n)
  assert.deepEqual(removed, [{ id: 'one' }])
})

test('more statements than the statement cache holds all work', async (t) => {
  const { db } = await createTestDatabase(t, {}, 'sqlite')
  const columns = Array.from({ length: 600 }, (_, at) => `column_${at}`)

  const rows = await Promise.all(
    columns.map((name) => db.selectNoFrom(({ lit }) => lit(1).as(name)).executeTakeFirst()),
  )

  assert.deepEqual(rows.at(-1), { column_599: 1 })
  await db.selectNoFrom(({ lit }) => lit(1).as('column_0')).execute()
})

test('binding an unsupported value is an error, not a null', async (t) => {
  const { db } = await createTestDatabase(t, {}, 'sqlite')
  const value: unknown = undefined

  await assert.rejects(sql`select ${value}`.execute(db), TypeError)
})

test('commit listeners run after each commit and never after a rollback', async (t) => {
  const database = await createTestDatabase(t)
  const commits: string[][] = []
  const stop = database.onCommit(() => void jobIds(database.db).then((ids) => commits.push(ids)))

  await database.db.transaction().execute((tx) => addJob(tx, 'one'))
  await database.db
    .transaction()
    .execute(failing)
    .catch(() => {})
  while (commits.length === 0) await setTimeout(10)
  stop()
  await database.db.transaction().execute((tx) => addJob(tx, 'two'))
  await setTimeout(50)

  assert.deepEqual(commits, [['one']])
})

test('commit listeners run after a write without a transaction, and not during an open one', async (t) => {
  const database = await createTestDatabase(t)
  let commits = 0
  database.onCommit(() => commits++)

  await addJob(database.db, 'one')
  assert.equal(commits, 1)
  await database.db.transaction().execute(async (tx) => {
    await addJob(tx, 'two')
    assert.equal(commits, 1)
  })
  assert.deepEqual((await jobIds(database.db)).toSorted(), ['one', 'two'])
  assert.equal(commits, 2)
})

async function failing(tx: Tx): Promise<void> {
  await addJob(tx, 'rolled back')
  throw new Error('roll back')
}

async function increment(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await attempts(tx)
    await setTimeout(1)
    await tx
      .updateTable('jobs')
      .set({ attempts: before + 1 })
      .execute()
  })
}

async function attempts(db: Db): Promise<number> {
  const row = await db.selectFrom('jobs').select('attempts').executeTakeFirstOrThrow()
  return row.attempts
}

async function addJob(db: Db, id: string, payload_sealed = ''): Promise<void> {
  const none = { dedupe_key: null, locked_until: null, last_error: null, dead_at: null }
  await db
    .insertInto('jobs')
    .values({ id, kind: 'test', payload_sealed, run_at: 0, attempts: 0, created_at: 0, ...none })
    .execute()
}

async function jobIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Holds the write lock like another process; returns the function that releases it. */
function holdWriteLock(t: TestContext, url: Database['url']): () => void {
  const otherProcess = new DatabaseSync(pathOf(url))
  otherProcess.exec('BEGIN IMMEDIATE')
  t.after(() => otherProcess.close())
  return () => otherProcess.exec('COMMIT')
}

function pathOf(url: string): string {
  return url.slice('sqlite:'.length)
}
