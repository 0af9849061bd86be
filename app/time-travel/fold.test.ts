import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import * as fc from 'fast-check'

import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { readAccountState } from '#testing/account-state.ts'
import { ada, signedInAda } from '#testing/people.ts'
import {
  ensureSignedIn,
  majorActions,
  minorActions,
  type TestWorld,
} from '#testing/random-actions.ts'
import { stateAt } from '#web/Pages/TimeTravel/Partials/state-at.ts'

import { eventsBetween, stateAfterEvent, accountStateAt } from './account-state.ts'
import { eventWindow } from './event-window.ts'
import { fold, emptyAccount } from './fold.ts'

const actionArbitrary = fc.record({
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.values(minorActions)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(majorActions)) },
  ),
  by: fc.nat(2),
  pick: fc.nat(3),
  /** As someone who was let in, or as they come. */
  isIn: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  /** Together with the next one. */
  atOnce: fc.boolean(),
})

const historyArbitrary = fc.array(actionArbitrary, { minLength: 30, maxLength: 40, size: 'max' })
type History = typeof historyArbitrary extends fc.Arbitrary<infer It> ? It : never

test('whatever happens, the fold of the record is what the tables say, at that moment and looking back', async (t) => {
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
    const place = { seq, at: foyer.clock.now() }
    const live = await readAccountState(foyer)
    assert.deepEqual(maskUnknownTimes(await accountStateAt(foyer.db, id, place)), live)
    moments.push({ ...place, live })
    foyer.clock.advance(30_000)
  }

  await assertSameWithoutSnapshots(foyer.db, id, moments.at(-1)?.seq ?? 0)
  await assertSameInBrowser(foyer.db, id, moments)
  for (const { live, ...place } of moments) {
    const past = maskUnknownTimes(await accountStateAt(foyer.db, id, place))
    assert.deepEqual(maskSessionEnds(past), maskSessionEnds(live))
  }
}

/** To each event by snapshots that are three events apart, or from the start: it is the same. */
async function assertSameWithoutSnapshots(db: Db, id: string, total: number): Promise<void> {
  await stateAfterEvent(db, id, total, 3)
  const events = await eventsBetween(db, id, { after: 0, upTo: total })
  let state = emptyAccount
  for (const event of events) {
    state = fold(state, event)
    assert.deepEqual(await stateAfterEvent(db, id, event.seq, 3), state)
  }
  const kept = await db.selectFrom('account_snapshots').select('seq').execute()
  assert.equal(kept.length, Math.floor(total / 3))
}

/** Where a page goes back and forth by itself it shows what it would be told, also what ended by itself meanwhile. */
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

/** The tables do not know when the password was chosen, nor when the person agreed to what. */
function maskUnknownTimes(state: AccountState): AccountState {
  const { passwordSince, termsSince, policySince } = state
  return {
    ...state,
    passwordSince: passwordSince && 'then',
    termsSince: termsSince && 'then',
    policySince: policySince && 'then',
  }
}

/** Until when a session may be left alone moves with each visit. */
function maskSessionEnds(state: AccountState): AccountState {
  const sessions = Object.entries(state.sessions).map(([id, it]) => [id, { ...it, endsAt: '' }])
  return { ...state, sessions: Object.fromEntries(sessions) }
}
