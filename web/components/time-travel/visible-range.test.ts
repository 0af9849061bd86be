import assert from 'node:assert/strict'
import { test } from 'node:test'

import { emptyAccount } from '#app/account-state.ts'

import { toLoadedEvents } from './loaded-events.ts'
import { visibleRange } from './visible-range.ts'

const day = 86_400_000
const begin = Date.UTC(2026, 0, 1)
const isoTime = (days: number) => new Date(begin + days * day).toISOString()
/** 400 days, with one event at noon on each of the last ten. */
const activity = {
  from: isoTime(0),
  to: isoTime(400),
  bucketMs: 100 * day,
  counts: [4, 0, 0, 10],
  security: [],
  total: 14,
}
const events = Array.from({ length: 10 }, (_, at) => ({
  seq: 5 + at,
  at: isoTime(390.5 + at),
  type: 'profile.updated',
  kind: 'profile' as const,
  changes: [],
}))
const loadedEvents = toLoadedEvents({ start: emptyAccount, events, devices: {} }, 14)

test('counts the loaded events of a span, clamped to the life of the account', () => {
  const { from, to, counts } = visibleRange(activity, loadedEvents, 'week', begin + 399 * day)

  assert.deepEqual([from, to], [isoTime(393), isoTime(400)])
  // A bar lasts three hours, and the events are at noon.
  assert.deepEqual(
    counts.map((count, index) => (count > 0 ? [count, index % 8] : [])).filter((it) => it.length),
    Array.from({ length: 7 }, () => [1, 4]),
  )
})

test('a day shows hours, and marks those with security events', () => {
  const withSecurity = {
    ...loadedEvents,
    events: loadedEvents.events.map((event) => ({ ...event, type: 'password.changed' })),
  }

  const { counts, security } = visibleRange(activity, withSecurity, 'day', begin + 395.5 * day)

  assert.equal(counts.length, 24)
  assert.deepEqual(security, [12])
})

test('estimates counts from the full histogram where events are not loaded', () => {
  const { from, counts } = visibleRange(activity, loadedEvents, 'month', begin)

  assert.equal(from, isoTime(0))
  assert.deepEqual(
    counts.map((count) => Number(count.toFixed(2))),
    Array.from({ length: 60 }, () => 0.02),
  )
})

test('shows a life shorter than the span in full', () => {
  const shortActivity = { ...activity, to: isoTime(5) }

  assert.equal(visibleRange(shortActivity, loadedEvents, 'week', begin), shortActivity)
  assert.equal(visibleRange(activity, loadedEvents, 'life', begin), activity)
})
