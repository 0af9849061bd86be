import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { AccountState } from '#app/account-events.ts'
import { emptyAccount } from '#app/account-state.ts'
import type { Difference } from '#app/time-travel/pages.ts'

import { stateAt } from './state-at-event.ts'

const timeAt = (minute: number) => Date.UTC(2026, 4, 3, 3, minute)
const isoTime = (minute: number) => new Date(timeAt(minute)).toISOString()
const session = (endsAt: string) => ({
  method: 'password',
  remembered: false,
  startedAt: isoTime(0),
  confirmedAt: null,
  endsAt,
})

const nameChange = (before: string, after: string): Difference => ({
  field: 'name',
  id: null,
  before,
  after,
})
const sessionStarted: Difference = {
  field: 'sessions',
  id: 'a',
  before: null,
  after: session(isoTime(50)),
}
const events = [
  { seq: 4, changes: [nameChange('Ada', 'Eve')] },
  { seq: 5, changes: [sessionStarted] },
  { seq: 6, changes: [nameChange('Eve', 'Mallory')] },
]
/** Contains a session that expires without an event. */
const start: AccountState = {
  ...emptyAccount,
  name: 'Ada',
  email: 'ada@example.com',
  sessions: { before: session(isoTime(15)) },
}
const sessionsAt = (seq: number, minute: number) =>
  Object.keys(stateAt(start, events, { seq, at: timeAt(minute) }).sessions)

test('applies only the events up to the moment', () => {
  const state = stateAt(start, events, { seq: 3, at: timeAt(10) })

  assert.deepEqual(state, start)
})

test('between two changes of a field the first applies', () => {
  assert.equal(stateAt(start, events, { seq: 5, at: timeAt(20) }).name, 'Eve')
  assert.equal(stateAt(start, events, { seq: 6, at: timeAt(20) }).name, 'Mallory')
})

test('drops expired sessions, also those started before the loaded events', () => {
  assert.deepEqual(sessionsAt(5, 14), ['before', 'a'])
  assert.deepEqual(sessionsAt(5, 16), ['a'])
  assert.deepEqual(sessionsAt(6, 51), [])
})
