import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { Refused } from '@foyer/channels'

import type { Database } from '#app/platform/db/connect.ts'
import { freshDatabase, connectFor } from '#testing/database.ts'

import { broadcast, type Message } from './broadcast.ts'
import { Relay } from './relay.ts'

const said = (channel: string, sequence: number): Message => ({
  channel,
  sequence,
  name: `${channel} ${sequence}`,
  data: {},
})

/** A relay, and what it told; `publish` may refuse. */
function relayOf(
  t: TestContext,
  database: Database,
  refuse: (message: Message) => void = () => {},
) {
  const told: string[] = []
  const publish = async (message: Message) => {
    refuse(message)
    told.push(message.name)
  }
  const relay = new Relay({ database, sockets: { publish }, log: { error() {} } })
  relay.start()
  t.after(() => relay.stop())
  return { relay, told, until: (count: number) => until(() => told.length >= count) }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate)
}

test('nothing is told before the commit, and nothing that was rolled back', async (t) => {
  const database = await freshDatabase(t)
  const { told, until: heard } = relayOf(t, database)
  const failed = database.db.transaction().execute(async (tx) => {
    await broadcast(tx, said('a', 1), 0)
    throw new Error('No.')
  })
  await assert.rejects(failed)

  await database.db.transaction().execute(async (tx) => {
    await broadcast(tx, said('b', 1), 0)
    await new Promise(setImmediate)
    assert.deepEqual(told, [])
  })

  await heard(1)
  assert.deepEqual(told, ['b 1'])
})

test('what another process stored is told, in the order of its channel whoever stored it first', async (t) => {
  const database = await freshDatabase(t)
  const other = await connectFor(t, database.url)
  for (const sequence of [3, 1, 2]) await broadcast(other.db, said('a', sequence), 0)

  const { told, until: heard } = relayOf(t, database)
  await heard(3)
  await broadcast(other.db, said('a', 4), 0)
  await heard(4)

  assert.deepEqual(told, ['a 1', 'a 2', 'a 3', 'a 4'])
})

test('what cannot be told stays, is tried again, and holds back what comes after it', async (t) => {
  const database = await freshDatabase(t)
  let isAway = true
  const {
    relay,
    told,
    until: heard,
  } = relayOf(t, database, () => {
    if (isAway) throw new Refused(503, 'Try again')
  })
  for (const sequence of [1, 2, 3]) await broadcast(database.db, said('a', sequence), 0)
  await until(() => relay.figures.failed > 1)
  assert.deepEqual(told, [])

  isAway = false
  await heard(3)

  assert.deepEqual(told, ['a 1', 'a 2', 'a 3'])
  assert.equal(relay.figures.told, 3)
})

test('what is refused for what it is stands in nobody’s way', async (t) => {
  const database = await freshDatabase(t)
  const {
    relay,
    told,
    until: heard,
  } = relayOf(t, database, ({ sequence }) => {
    if (sequence === 1) throw new Refused(413, 'Too large')
  })
  for (const sequence of [1, 2]) await broadcast(database.db, said('a', sequence), 0)

  await heard(1)

  assert.deepEqual(told, ['a 2'])
  assert.deepEqual(relay.figures, { told: 1, failed: 1 })
})
