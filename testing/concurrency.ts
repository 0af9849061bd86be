import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'

import { openConnection, createTestDatabase } from './test-database.ts'

/** A kind of item that can be consumed once. */
export interface SingleUseItem<T> {
  create(db: Db, count: number): Promise<T[]>
  /** @returns whether this call consumed it */
  consume(db: Db, it: T): Promise<boolean>
}

const batchSize = 250
/** A whole batch waits for a few connections and for each other's locks, on a busy machine longer than a request may. */
const longTimeouts = { waitTimeoutMs: 30_000, statementTimeoutMs: 30_000 }

/** Lets two connections consume each item concurrently and asserts that exactly one wins, and that each wins sometimes. */
export async function assertSingleWinner<T>(
  t: TestContext,
  rounds: number,
  item: SingleUseItem<T>,
): Promise<void> {
  const { db: ours, url } = await createTestDatabase(t, longTimeouts)
  const { db: theirs } = await openConnection(t, url, longTimeouts)

  const outcomes = { ours: 0, theirs: 0, nobody: 0, both: 0 }
  for (let round = 0; round < rounds; round += batchSize) {
    const items = await item.create(ours, batchSize)
    const consumeAll = (db: Db) => (it: T) => item.consume(db, it)
    // The second connection swaps neighbors, so that each connection is first for half of the items.
    const [firstResults, secondResults] = await Promise.all([
      Promise.all(items.map(consumeAll(ours))),
      Promise.all(swapNeighbors(items).map(consumeAll(theirs))).then(swapNeighbors),
    ])
    firstResults.forEach((won, index) => {
      const alsoWon = secondResults[index]
      outcomes[won ? (alsoWon ? 'both' : 'ours') : alsoWon ? 'theirs' : 'nobody']++
    })
  }

  assert.deepEqual([outcomes.nobody, outcomes.both], [0, 0])
  assert.equal(outcomes.ours + outcomes.theirs, rounds)
  assert.ok(
    Math.min(outcomes.ours, outcomes.theirs) > rounds / 100,
    'one connection won almost always',
  )
}

/** 1, 0, 3, 2, … */
function swapNeighbors<T>(items: T[]): T[] {
  return items.flatMap((_, index) =>
    index % 2 ? items.slice(index - 1, index + 1).toReversed() : [],
  )
}

/** Inserts accounts without any other rows. @returns their ids */
export async function insertAccounts(db: Db, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, index) => ({
    id: `account-${index}`,
    name: 'Ada Lovelace',
    email: `${index}@example.com`,
    email_key: `${index}@example.com`,
    email_verified_at: null,
    password_hash: null,
    locale: null,
    timezone: null,
    terms_version: null,
    event_count: 0,
    refused_count: 0,
    refused_recorded_at: null,
    created_at: 0,
  }))
  await db.insertInto('users').values(users).execute()
  return users.map(({ id }) => id)
}
