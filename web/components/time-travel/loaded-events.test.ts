import assert from 'node:assert/strict'
import { test } from 'node:test'

import { emptyAccount } from '#app/account-state.ts'

import { type Position, positionAt, adjacentPosition, toLoadedEvents } from './loaded-events.ts'

const day = (date: number, hour = 12) => Date.UTC(2026, 4, date, hour)

/** Events 11 to 15; the last two share a timestamp. */
function loadedEvents(total = 15) {
  const times = [day(1), day(2, 9), day(2, 23), day(4), day(4)]
  const events = times.map((at, index) => ({
    seq: 11 + index,
    at: new Date(at).toISOString(),
    type: 'profile.updated',
    kind: 'profile' as const,
    changes: [],
  }))
  return toLoadedEvents({ start: emptyAccount, events, devices: {} }, total)
}

const here: Position = { at: day(2, 23), seq: 13 }

test('a moment maps to the last event at or before it, also among simultaneous ones', () => {
  assert.deepEqual(positionAt(loadedEvents(), day(3)), { at: day(3), seq: 13 })
  assert.deepEqual(positionAt(loadedEvents(), day(4)), { at: day(4), seq: 15 })
})

test('returns null for a moment outside the loaded events', () => {
  assert.equal(positionAt(loadedEvents(), day(1) - 1), null)
  assert.equal(positionAt(loadedEvents(16), day(4)), null)
  assert.equal(positionAt(toLoadedEvents(undefined, 0), day(1)), null)
})

test('steps by event, and by day in the given time zone', () => {
  assert.deepEqual(adjacentPosition(loadedEvents(), here, 'previous', 'UTC'), {
    at: day(2, 9),
    seq: 12,
  })
  assert.deepEqual(adjacentPosition(loadedEvents(), here, 'next', 'UTC'), { at: day(4), seq: 15 })
  assert.deepEqual(adjacentPosition(loadedEvents(), here, 'previousDay', 'UTC'), {
    at: day(1),
    seq: 11,
  })
  assert.deepEqual(adjacentPosition(loadedEvents(), here, 'previousDay', 'Asia/Tokyo'), {
    at: day(2, 9),
    seq: 12,
  })
})

test('the step after the newest event is now; before the oldest loaded event it is unknown', () => {
  const newest = { at: day(4), seq: 15 }

  assert.equal(adjacentPosition(loadedEvents(), newest, 'next', 'UTC'), 'now')
  assert.equal(adjacentPosition(loadedEvents(16), newest, 'next', 'UTC'), null)
  assert.equal(adjacentPosition(loadedEvents(), { at: day(1), seq: 11 }, 'previous', 'UTC'), null)
})
