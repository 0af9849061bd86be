import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { HttpError } from '@foyer/channels'
import { sql } from 'kysely'

import type { Database } from '#app/platform/db/connect.ts'
import { createTestDatabase, openConnection } from '#testing/test-database.ts'

import { broadcast, type BroadcastMessage } from './broadcast.ts'
import { OutboxRelay, pendingBroadcasts } from './outbox-relay.ts'

const testMessage = (channel: string, sequence: number): BroadcastMessage => ({
  channel,
  sequence,
  name: `${channel} ${sequence}`,
  data: {},
})

/** Starts a relay and collects the names of its sent messages. `onPublish` may throw. */
function startRelay(
  t: TestContext,
  database: Database,
  onPublish: (message: BroadcastMessage) => void = () => {},
) {
  const sent: string[] = []
  const publish = async (message: BroadcastMessage) => {
    onPublish(message)
    sent.push(message.name)
  }
  const relay = new OutboxRelay({ database, realtimeServer: { publish }, log: { error() {} } })
  relay.start()
  t.after(() => relay.stop())
  return { relay, sent, waitForSent: (count: number) => waitUntil(() => sent.length >= count) }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(setImmediate)
}

test('the relay sends nothing before the commit, and nothing after a rollback', async (t) => {
  const database = await createTestDatabase(t)
  const { sent, waitForSent } = startRelay(t, database)
  const failed = database.db.transaction().execute(async (tx) => {
    await broadcast(tx, testMessage('a', 1), 0)
    throw new Error('No.')
  })
  await assert.rejects(failed)

  await database.db.transaction().execute(async (tx) => {
    await broadcast(tx, testMessage('b', 1), 0)
    await new Promise(setImmediate)
    assert.deepEqual(sent, [])
  })

  await waitForSent(1)
  assert.deepEqual(sent, ['b 1'])
})

test('the relay sends the messages of other processes in the order of their sequence', async (t) => {
  const database = await createTestDatabase(t)
  const other = await openConnection(t, database.url)
  for (const sequence of [3, 1, 2]) await broadcast(other.db, testMessage('a', sequence), 0)

  const { sent, waitForSent } = startRelay(t, database)
  await waitForSent(3)
  await broadcast(other.db, testMessage('a', 4), 0)
  await waitForSent(4)

  assert.deepEqual(sent, ['a 1', 'a 2', 'a 3', 'a 4'])
})

test('a failed message is retried before later ones are sent', async (t) => {
  const database = await createTestDatabase(t)
  let isUnreachable = true
  const { relay, sent, waitForSent } = startRelay(t, database, () => {
    if (isUnreachable) throw new HttpError(503, 'Try again')
  })
  for (const sequence of [1, 2, 3]) await broadcast(database.db, testMessage('a', sequence), 0)
  await waitUntil(() => relay.metrics.failed > 1)
  assert.deepEqual(sent, [])

  isUnreachable = false
  await waitForSent(3)

  assert.deepEqual(sent, ['a 1', 'a 2', 'a 3'])
  assert.equal(relay.metrics.sent, 3)
})

test('a permanently rejected message is dropped and does not block others', async (t) => {
  const database = await createTestDatabase(t)
  const { relay, sent, waitForSent } = startRelay(t, database, ({ sequence }) => {
    if (sequence === 1) throw new HttpError(413, 'Too large')
  })
  for (const sequence of [1, 2]) await broadcast(database.db, testMessage('a', sequence), 0)

  await waitForSent(1)

  assert.deepEqual(sent, ['a 2'])
  assert.deepEqual(relay.metrics, { sent: 1, failed: 1 })
})

test('a channel with many messages does not keep those of another waiting (WS-15)', async (t) => {
  const database = await createTestDatabase(t)
  for (let sequence = 1; sequence <= 250; sequence++)
    await broadcast(database.db, testMessage('a', sequence), 0)
  for (const sequence of [1, 2]) await broadcast(database.db, testMessage('b', sequence), 0)

  const { sent, waitForSent } = startRelay(t, database)
  await waitForSent(252)

  const inOrder = (channel: string) => sent.filter((name) => name.startsWith(channel))
  assert.ok(sent.indexOf('b 2') < 102, `sent after ${sent.indexOf('b 2')} others`)
  assert.deepEqual(
    inOrder('a'),
    Array.from({ length: 250 }, (_, index) => `a ${index + 1}`),
  )
  assert.deepEqual(inOrder('b'), ['b 1', 'b 2'])
})

test('of two full channels, a third waits for ten messages of each (WS-15)', async (t) => {
  const database = await createTestDatabase(t)
  const full = Array.from({ length: 120 }, (_, index) => index + 1)
  for (const channel of ['a', 'b'])
    for (const sequence of full) await broadcast(database.db, testMessage(channel, sequence), 0)
  await broadcast(database.db, testMessage('c', 1), 0)

  const { sent, waitForSent } = startRelay(t, database)
  await waitForSent(241)

  const inOrder = (channel: string) => sent.filter((name) => name.startsWith(channel))
  assert.equal(sent.indexOf('c 1'), 20)
  for (const channel of ['a', 'b'])
    assert.deepEqual(
      inOrder(channel),
      full.map((sequence) => `${channel} ${sequence}`),
    )
})

test('the next batch is read in the order of an index, however many messages wait', async (t) => {
  const { db, dialect } = await createTestDatabase(t)
  const plan = await db.connection().execute(async (connection) => {
    const next = pendingBroadcasts(connection, 'a')
    if (dialect === 'sqlite') return next.explain(undefined, sql`query plan`)
    await sql`set enable_seqscan = off; set enable_bitmapscan = off`.execute(connection)
    return next.explain('text')
  })

  assert.match(JSON.stringify(plan), /broadcasts_order/)
  assert.doesNotMatch(JSON.stringify(plan), /sort|temp b-tree/i)
})
