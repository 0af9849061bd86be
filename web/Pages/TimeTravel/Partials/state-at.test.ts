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
/** One session was there already; it ran out unnoticed. */
const start: AccountState = {
  ...nobody,
  name: 'Ada',
  email: 'ada@example.com',
  sessions: { before: session(time(15)) },
}
const sessionsAt = (seq: number, minute: number) =>
  Object.keys(stateAt(start, steps, { seq, at: at(minute) }).sessions)

test('what happened up to a moment has happened, and nothing else', () => {
  const state = stateAt(start, steps, { seq: 3, at: at(10) })

  assert.deepEqual(state, start)
})

test('between two changes of one thing it is what the first made it', () => {
  assert.equal(stateAt(start, steps, { seq: 5, at: at(20) }).name, 'Eve')
  assert.equal(stateAt(start, steps, { seq: 6, at: at(20) }).name, 'Mallory')
})

test('what ends by itself is seen to end, also what began before anything that is loaded', () => {
  assert.deepEqual(sessionsAt(5, 14), ['before', 'a'])
  assert.deepEqual(sessionsAt(5, 16), ['a'])
  assert.deepEqual(sessionsAt(6, 51), [])
})
