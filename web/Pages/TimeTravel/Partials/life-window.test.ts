import assert from 'node:assert/strict'
import { test } from 'node:test'

import { windowOf } from './life-window.ts'
import { nobody } from './nobody.ts'
import { trailOf } from './trail.ts'

const day = 86_400_000
const begin = Date.UTC(2026, 0, 1)
const time = (days: number) => new Date(begin + days * day).toISOString()
/** Four hundred days, an event on the noon of each of the last ten. */
const life = {
  from: time(0),
  to: time(400),
  bucketMs: 100 * day,
  counts: [4, 0, 0, 10],
  total: 14,
}
const events = Array.from({ length: 10 }, (_, at) => ({
  seq: 5 + at,
  at: time(390.5 + at),
  type: 'profile.updated',
  kind: 'profile' as const,
  changes: [],
}))
const trail = trailOf({ start: nobody, events, devices: {} }, 14)

test('a part of a life counts what is loaded, and neither begins before it nor ends after it', () => {
  const { from, to, counts } = windowOf(life, trail, 'week', begin + 399 * day)

  assert.deepEqual([from, to], [time(393), time(400)])
  assert.deepEqual(counts, [2, 1, 2, 2])
})

test('where events are not loaded it shares out what is known of the whole', () => {
  const { from, counts } = windowOf(life, trail, 'month', begin)

  assert.equal(from, time(0))
  assert.deepEqual(
    counts.map((count) => Number(count.toFixed(2))),
    [0.3, 0.3, 0.3, 0.3],
  )
})

test('a life that is shorter than that is seen whole', () => {
  const short = { ...life, to: time(5) }

  assert.equal(windowOf(short, trail, 'week', begin), short)
  assert.equal(windowOf(life, trail, 'life', begin), life)
})
