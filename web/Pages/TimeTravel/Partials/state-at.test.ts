import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { AccountState, Difference } from '#app/pages.ts'

import { nobody } from './nobody.ts'
import { stateAt } from './state-at.ts'

const at = (minute: number) => Date.UTC(2026, 4, 3, 3, minute)
const time = (minute: number) => new Date(at(minute)).toISOString()
const session = (endsAt: string) => ({
  method: 'password',
  remembered: false,
  startedAt: time(0),
  confirmedAt: null,
  endsAt,
})

const named = (before: string, after: string): Difference => ({
  field: 'name',
  id: null,
  before,
  after,
})
const started: Difference = {
  field: 'sessions',
  id: 'a',
  before: null,
  after: session(time(50)),
}
const steps = [
  { seq: 4, changes: [named('Ada', 'Eve')] },
  { seq: 5, changes: [started] },
  { seq: 6, changes: [named('Eve', 'Mallory')] },
]
const known: AccountState = {
  ...nobody,
  name: 'Mallory',
  email: 'ada@example.com',
  sessions: { a: session(time(50)) },
}

test('going back takes away what was not yet, and brings back what was', () => {
  const state = stateAt(known, steps, { seq: 3, at: at(10) })

  assert.partialDeepStrictEqual(state, { name: 'Ada', email: 'ada@example.com', sessions: {} })
  assert.deepEqual(state.sessions, {})
})

test('between two changes of one thing it is what the first made it', () => {
  assert.equal(stateAt(known, steps, { seq: 5, at: at(20) }).name, 'Eve')
})

test('where one has been does not matter', () => {
  const past = stateAt(known, steps, { seq: 3, at: at(10) })

  assert.deepEqual(stateAt(past, steps, { seq: 6, at: at(30) }), known)
})

test('what ends by itself is seen to end', () => {
  assert.deepEqual(Object.keys(stateAt(known, steps, { seq: 6, at: at(49) }).sessions), ['a'])
  assert.deepEqual(Object.keys(stateAt(known, steps, { seq: 6, at: at(51) }).sessions), [])
})
