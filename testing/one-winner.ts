import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'

import { connectFor, freshDatabase } from './database.ts'

/** Something that can be used once, and how. */
export interface OneTimeThing<T> {
  /** Makes so many of them. */
  make(db: Db, count: number): Promise<T[]>
  /** @returns whether this use was the one */
  use(db: Db, it: T): Promise<boolean>
}

/** Rounds that run at the same moment. */
const atOnce = 250

/** In each round two processes use one thing at the same moment: one gets it, now this one, now that. */
export async function oneWinnerEach<T>(
  t: TestContext,
  rounds: number,
  thing: OneTimeThing<T>,
): Promise<void> {
  const { db: ours, url } = await freshDatabase(t)
  const { db: theirs } = await connectFor(t, url)

  const outcomes = { ours: 0, theirs: 0, nobody: 0, both: 0 }
  for (let round = 0; round < rounds; round += atOnce) {
    const things = await thing.make(ours, atOnce)
    const useAll = (db: Db) => (it: T) => thing.use(db, it)
    // They go side by side, and of two neighbours each is the first to ask for one.
    const [we, they] = await Promise.all([
      Promise.all(things.map(useAll(ours))),
      Promise.all(swapped(things).map(useAll(theirs))).then(swapped),
    ])
    we.forEach((won, at) => {
      const alsoWon = they[at]
      outcomes[won ? (alsoWon ? 'both' : 'ours') : alsoWon ? 'theirs' : 'nobody']++
    })
  }

  assert.deepEqual([outcomes.nobody, outcomes.both], [0, 0])
  assert.equal(outcomes.ours + outcomes.theirs, rounds)
  assert.ok(Math.min(outcomes.ours, outcomes.theirs) > rounds / 100, 'it was no contest')
}

/** Each with its neighbour: 1, 0, 3, 2, … */
function swapped<T>(things: T[]): T[] {
  return things.flatMap((_, at) => (at % 2 ? things.slice(at - 1, at + 1).toReversed() : []))
}

/** Accounts that hold nothing yet. @returns their ids */
export async function addAccounts(db: Db, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, at) => ({
    id: `account-${at}`,
    name: 'Ada Lovelace',
    email: `${at}@example.com`,
    email_key: `${at}@example.com`,
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
