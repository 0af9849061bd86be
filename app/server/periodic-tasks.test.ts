import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { CompiledQuery } from 'kysely'

import { features } from '#app/features.ts'
import { dailyLogMaintenanceJob } from '#app/log-integrity/log-integrity.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { signHead } from '#app/platform/event-log/hash-chain.ts'
import { currentSigningKey } from '#app/platform/event-log/signing-keys.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'
import { inBatches } from '#app/platform/maintenance/in-batches.ts'
import { expireSessions } from '#app/platform/maintenance/prune-expired.ts'
import { insertAccounts } from '#testing/assert-single-winner.ts'
import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'
import { adaOnTwoDevices } from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp } from '#testing/test-app.ts'
import { days, hours } from '#testing/test-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'

import { filePruningTasks, maintenanceTasks } from './periodic-tasks.ts'

test('no periodic task reads a whole table: due rows are found by index, and none are sorted', async (t) => {
  const statements = new Set<string>()
  const onQuery = (text: string) => void statements.add(text)
  const database = await createTestDatabase(t, { onQuery }, 'sqlite')
  const { foyer } = await adaOnTwoDevices(t, () => buildTestApp(t, {}, {}, database))
  foyer.clock.advance(100 * days)
  await wait(1000)

  statements.clear()
  for (const task of [...maintenanceTasks, ...filePruningTasks])
    await task(foyer.app, foyer.clock.now())
  await wait(1000)

  const plans = await Promise.all([...statements].map((text) => queryPlan(database, text)))
  assert.ok(plans.length > 30, `only ${plans.length} statements`)
  assert.deepEqual(plans.filter(readsWholeTable), [])
})

test('the check of query plans finds a table read as a whole, by an index too, and a sort', async (t) => {
  const database = await createTestDatabase(t, {}, 'sqlite')
  const both =
    'select id from sessions where expires_at <= ? or linked_account_id is null order by id limit ?'
  const unindexed = 'delete from sessions where created_at <= ?'
  const sorted = 'select id from sessions where ends_at <= ? order by expires_at'

  assert.ok(readsWholeTable(await queryPlan(database, both)))
  assert.ok(readsWholeTable(await queryPlan(database, unindexed)))
  assert.ok(readsWholeTable(await queryPlan(database, sorted)))
})

test('expiring thousands of sessions lets requests in between, and records the end of each', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  await insertSessions(foyer.app.database, 3000)
  foyer.clock.advance(3 * hours)
  const countTicks = countEventLoopTicks(t)

  await expireSessions(foyer.app.database, foyer.clock.now())

  assert.ok(countTicks() > 20, `only ${countTicks()} event loop ticks`)
  assert.equal((await foyer.events('session.ended')).length, 3002)
  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})

test('a slow batch is followed by a smaller one, a quick batch by a larger one', async () => {
  const limits: number[] = []
  await inBatches(async (limit) => {
    limits.push(limit)
    const until = performance.now() + (limits.length < 4 ? 60 : 0)
    while (performance.now() < until);
    return limits.length < 10 ? limit : 0
  })

  const [first = 0, second = 0, third = 0] = limits
  assert.ok(second < first, limits.join())
  assert.equal(third, second, 'a slow disk is not flushed for every row')
  assert.ok((limits.at(-1) ?? 0) > third, limits.join())
})

test('long synchronous work yields to timers', async (t) => {
  const countTicks = countEventLoopTicks(t)
  const yieldIfBusy = createYielder()
  for (let unit = 0; unit < 100; unit++) {
    const until = performance.now() + 2
    while (performance.now() < until);
    await yieldIfBusy()
  }

  assert.ok(countTicks() >= 10, `only ${countTicks()} event loop ticks`)
})

test('work that waits for a database pauses for none of the time in which requests could be processed', async () => {
  const yieldIfBusy = createYielder()
  await wait(150)
  const startedAt = performance.now()

  await yieldIfBusy()

  const pausedMs = performance.now() - startedAt
  assert.ok(pausedMs < 75, `paused for ${pausedMs} ms`)
})

test('the daily walk over all accounts yields to requests', async (t) => {
  const foyer = await createTestApp(t)
  await insertAccounts(foyer.db, 2400)
  const head = { event_count: 1, record_head: 'x', recorded_at: 0, record_signature: 'x.y' }
  await foyer.db.updateTable('users').set(head).execute()
  const { db, keys, clock, config } = foyer.app
  const mailWriterFor = () => assert.fail('no mail is configured')
  const job = dailyLogMaintenanceJob({ db, keys, clock, config, mailWriterFor, features })
  const countTicks = countEventLoopTicks(t)

  await job(null, { id: 'daily', attempts: 1, log: foyer.app.log })

  assert.ok(countTicks() > 5, `only ${countTicks()} event loop ticks`)
})

test('the daily checkpoint of thousands of logs works only briefly at a time', async (t) => {
  const foyer = await createTestApp(t)
  await insertSignedLogs(foyer.db, 6000)
  const { db, keys, clock, config } = foyer.app
  const mailWriterFor = () => assert.fail('no mail is configured')
  const job = dailyLogMaintenanceJob({ db, keys, clock, config, mailWriterFor, features })

  const longestMs = await longestWorkMs(() =>
    job(null, { id: 'daily', attempts: 1, log: foyer.app.log }),
  )

  assert.match(await readFile(join(config.storageDir, 'checkpoints/000001/note'), 'utf8'), /6000/)
  const allowedMs = await longestWorkMs(async () => copyRows(75_000))
  assert.ok(longestMs < allowedMs, `${longestMs} of ${allowedMs} ms`)
})

/** Takes about 50 ms on a usual machine. */
function copyRows(count: number): void {
  for (let id = 0; id < count; id++) JSON.parse(JSON.stringify({ id, hash: 'x'.repeat(20) }))
}

/** The most processor time of this thread between two turns of the event loop, so that other programs do not count. */
async function longestWorkMs(task: () => Promise<void>): Promise<number> {
  let longestMs = 0
  let last = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(tick, 1)
  await task()
  tick()
  clearInterval(timer)
  return longestMs
}

/** Accounts whose log has one event. */
async function insertSignedLogs(db: Db, count: number): Promise<void> {
  const ids = await insertAccounts(db, count)
  await inTransaction(db, async (tx) => {
    const key = currentSigningKey(tx)
    for (const id of ids) {
      const head = { logId: id, seq: 1, hash: 'x', at: 0, originsErasedThrough: 0 }
      const signed = {
        event_count: 1,
        record_head: 'x',
        recorded_at: 0,
        record_signature: signHead(key, head),
      }
      await tx.updateTable('users').set(signed).where('id', '=', id).execute()
    }
  })
}

interface QueryPlan {
  text: string
  steps: string[]
}

async function queryPlan({ db }: Database, text: string): Promise<QueryPlan> {
  if (/^pragma/i.test(text)) return { text, steps: [] }
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`),
  )
  return { text, steps: rows.map(({ detail }) => detail) }
}

function readsWholeTable({ text, steps }: QueryPlan): boolean {
  // The first rows in the order of an index: nothing is filtered out, so the limit ends the read.
  const readsFirstRows = !text.includes(' where ') && text.includes(' limit ')
  return steps.some(
    (step) =>
      step.includes('TEMP B-TREE FOR ORDER') ||
      (step.startsWith('SCAN') && !(readsFirstRows && step.includes('USING INDEX'))),
  )
}

async function insertSessions({ db }: Database, count: number): Promise<void> {
  const [session] = await db.selectFrom('sessions').selectAll().limit(1).execute()
  assert.ok(session)
  for (let at = 0; at < count; at += 100) {
    const copies = Array.from({ length: 100 }, () => ({
      ...session,
      id: newId(),
      token_hash: newId(),
    }))
    await db.insertInto('sessions').values(copies).execute()
  }
}
