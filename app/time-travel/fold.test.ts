import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import * as fc from 'fast-check'

import type { AccountState } from '#app/account-events.ts'
import { emptyAccount } from '#app/account-state.ts'
import type { Db } from '#app/platform/db/connect.ts'
import {
  ensureSignedIn,
  majorActions,
  minorActions,
  type TestWorld,
} from '#testing/random-actions.ts'
import { readAccountState } from '#testing/read-account-state.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { stateAt } from '#web/Pages/TimeTravel/Partials/state-at-event.ts'

import { recordedEvents, stateAfterEvent, accountStateAt } from './account-state-at.ts'
import { eventWindow } from './event-window.ts'
import { fold } from './fold.ts'

const actionArbitrary = fc.record({
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.values(minorActions)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(majorActions)) },
  ),
  by: fc.nat(2),
  pick: fc.nat(3),
  /** Whether the browser signs in first. */
  isIn: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  /** Runs concurrently with the next action. */
  atOnce: fc.boolean(),
})

const historyArbitrary = fc.array(actionArbitrary, { minLength: 30, maxLength: 40, size: 'max' })
type History = typeof historyArbitrary extends fc.Arbitrary<infer It> ? It : never

test('after any actions, folding the event log matches the tables, now and in retrospect', async (t) => {
  const runs = { numRuns: 3, endOnFailure: true }
  await fc.assert(
    fc.asyncProperty(historyArbitrary, (steps) => assertFoldMatchesTables(t, steps)),
    runs,
  )
})

async function assertFoldMatchesTables(t: TestContext, steps: History): Promise<void> {
  const world = await newWorld(t)
  const { foyer } = world
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const moments: { seq: number; at: number; live: AccountState }[] = []

  for (const together of groupConcurrent(steps)) {
    for (const { by, isIn } of together) if (isIn) await signInBrowser(world, by)
    await Promise.all(together.map((step) => performAction(world, step)))
    const { seq } = await foyer.db
      .selectFrom('events')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    const position = { seq, at: foyer.clock.now() }
    const live = await readAccountState(foyer)
    assert.deepEqual(maskUnknownTimes(await accountStateAt(foyer.db, id, position)), live)
    moments.push({ ...position, live })
    foyer.clock.advance(30_000)
  }

  await assertSameWithoutSnapshots(foyer.db, id, moments.at(-1)?.seq ?? 0)
  await assertSameInBrowser(foyer.db, id, moments)
  for (const { live, ...position } of moments) {
    const past = maskUnknownTimes(await accountStateAt(foyer.db, id, position))
    assert.deepEqual(maskSessionEnds(past), maskSessionEnds(live))
  }
}

/** Asserts that the state from snapshots every three events equals a full fold. */
async function assertSameWithoutSnapshots(db: Db, id: string, total: number): Promise<void> {
  await stateAfterEvent(db, id, total, 3)
  const events = await recordedEvents(db, id, { after: 0, upTo: total })
  let state = emptyAccount
  for (const event of events) {
    state = fold(state, event)
    assert.deepEqual(await stateAfterEvent(db, id, event.seq, 3), state)
  }
  const stored = await db.selectFrom('account_snapshots').select('seq').execute()
  assert.equal(stored.length, Math.floor(total / 3))
}

/** Asserts that stepping in the browser shows the server's states, including expiry. */
async function assertSameInBrowser(db: Db, id: string, moments: Moment[]): Promise<void> {
  const middle = moments[Math.floor(moments.length / 2)]?.seq ?? 0
  const { start, events } = await eventWindow(db, id, middle, 10)
  const [first, last] = [events[0]?.seq ?? 0, events.at(-1)?.seq ?? 0]
  const within = moments.filter(({ seq }) => seq >= first && seq <= last)
  assert.ok(within.length > 0)
  for (const { seq, at } of within)
    assert.deepEqual(stateAt(start, events, { seq, at }), await accountStateAt(db, id, { seq, at }))
}

interface Moment {
  seq: number
  at: number
}

async function newWorld(t: TestContext): Promise<TestWorld> {
  const { foyer, laptop } = await signedInAda(t)
  const browsers = [laptop, foyer.browser(), foyer.browser()]
  return { foyer, browsers, ...ada, authenticatorApp: null, recoveryCodes: [] }
}

async function signInBrowser(world: TestWorld, by: number): Promise<void> {
  const browser = world.browsers[by]
  if (browser) await ensureSignedIn(world, browser)
}

async function performAction(
  world: TestWorld,
  { act: perform, by, pick }: History[number],
): Promise<void> {
  const browser = world.browsers[by]
  if (browser) await perform(world, browser, pick)
}

function groupConcurrent(steps: History): History[] {
  const groups: History[] = [[]]
  for (const step of steps) {
    groups.at(-1)?.push(step)
    if (!step.atOnce) groups.push([])
  }
  return groups
}

/** Masks the times of password and terms, which the tables do not store. */
function maskUnknownTimes(state: AccountState): AccountState {
  const { passwordSince, termsSince, policySince } = state
  return {
    ...state,
    passwordSince: passwordSince && 'then',
    termsSince: termsSince && 'then',
    policySince: policySince && 'then',
  }
}

/** Masks session expiry, which moves with each request. */
function maskSessionEnds(state: AccountState): AccountState {
  const sessions = Object.entries(state.sessions).map(([id, it]) => [id, { ...it, endsAt: '' }])
  return { ...state, sessions: Object.fromEntries(sessions) }
}
