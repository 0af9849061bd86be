import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { openConnection, createTestDatabase, testDialect } from './test-database.ts'

/** A kind of item that can be consumed once. */
export interface SingleUseItem<T> {
  create(db: Db, count: number): Promise<T[]>
  /** @returns whether this call consumed it */
  consume(db: Db, it: T): Promise<boolean>
  /** Consumes in transactions: the connection that starts first would otherwise win a whole batch. */
  isTransaction?: boolean
}

const batchSize = 250
/** A whole batch waits for a few connections and for each other's locks, on a busy machine longer than a request may. */
const longTimeouts = { waitTimeoutMs: 30_000, statementTimeoutMs: 30_000 }

/** The rounds of every race, a multiple of 250. Transactions take longer. */
export const raceRounds = Number(process.env['RACE_ROUNDS'] ?? 500)
const transactionRounds = Number(process.env['RACE_ROUNDS'] ?? 250)

/** Lets two connections consume each item concurrently and asserts that exactly one wins, and that each wins sometimes. */
export async function assertSingleWinner<T>(t: TestContext, item: SingleUseItem<T>): Promise<void> {
  const { db: ours, url } = await createTestDatabase(t, longTimeouts)
  const { db: theirs } = await openConnection(t, url, longTimeouts)
  await connectAll(theirs)
  const rounds = item.isTransaction ? transactionRounds : raceRounds

  const outcomes = { ours: 0, theirs: 0, nobody: 0, both: 0 }
  const isOneSided = () => Math.min(outcomes.ours, outcomes.theirs) <= rounds / 100
  let round = 0
  // A busy machine may let one connection win whole batches.
  for (; round < rounds || (isOneSided() && round < 4 * rounds); round += batchSize) {
    const items = await item.create(ours, batchSize)
    const consume = item.isTransaction ? consumeInTurns : consumeAtOnce
    for (const [won, alsoWon] of await consume(item, items, [ours, theirs]))
      outcomes[won ? (alsoWon ? 'both' : 'ours') : alsoWon ? 'theirs' : 'nobody']++
  }

  t.diagnostic(`${testDialect}, ${round} rounds: ${JSON.stringify(outcomes)}`)
  assert.deepEqual([outcomes.nobody, outcomes.both], [0, 0])
  assert.equal(outcomes.ours + outcomes.theirs, round)
  assert.ok(!isOneSided(), 'one connection won almost always')
}

/** A pool that still connects would lose the first batch. */
async function connectAll(db: Db): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, () => sql`select 1`.execute(db)))
}

type Results = [ours: boolean | undefined, theirs: boolean | undefined][]

async function consumeAtOnce<T>(
  { consume }: SingleUseItem<T>,
  items: T[],
  [ours, theirs]: [Db, Db],
): Promise<Results> {
  // The second connection swaps neighbors, so that each connection is first for half of the items.
  const [first, second] = await Promise.all([
    Promise.all(items.map((it) => consume(ours, it))),
    Promise.all(swapNeighbors(items).map((it) => consume(theirs, it))).then(swapNeighbors),
  ])
  return first.map((won, index) => [won, second[index]])
}

/** One item after the other, the connections taking turns in starting. */
async function consumeInTurns<T>(
  { consume }: SingleUseItem<T>,
  items: T[],
  [ours, theirs]: [Db, Db],
): Promise<Results> {
  const results: Results = []
  for (const [index, it] of items.entries()) {
    // SQLite's lock within a process is free two turns of the event loop after a commit.
    await setImmediate()
    await setImmediate()
    const isTheirTurn = index % 2 === 1
    const [first, second] = isTheirTurn ? [theirs, ours] : [ours, theirs]
    const [won, alsoWon] = await Promise.all([consume(first, it), consume(second, it)])
    results.push(isTheirTurn ? [alsoWon, won] : [won, alsoWon])
  }
  return results
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
  // SQLite binds at most 32,766 values.
  for (let start = 0; start < count; start += 2000)
    await db
      .insertInto('users')
      .values(users.slice(start, start + 2000))
      .execute()
  return users.map(({ id }) => id)
}

/** A live session. */
export function sessionRow(user_id: string, secret: string, now: number) {
  return {
    id: secret.slice(0, 36),
    user_id,
    token_hash: hashSecret(secret),
    method: 'password',
    remembered: 0,
    ip: null,
    user_agent: null,
    country: null,
    created_at: now,
    last_active_at: now,
    expires_at: now + 1e9,
    ends_at: now + 1e9,
    confirmed_at: null,
    carried_sealed: null,
  }
}
