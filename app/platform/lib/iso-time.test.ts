import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'

import { toIso } from './iso-time.ts'

const edges = [0, -1, 1, 999, 59_999, 86_399_999, 86_400_000, 951_782_400_000, 253_402_300_800_000]

test('formats times like Date.toISOString', () => {
  const random = Array.from({ length: 20_000 }, () => randomInt(-(2 ** 46), 2 ** 46))
  const wrong = [...edges, ...random].filter((ms) => toIso(ms) !== new Date(ms).toISOString())
  assert.deepEqual(wrong, [])
})

test('rejects NaN, and returns null for null', () => {
  assert.throws(() => toIso(NaN), RangeError)
  assert.equal(toIso(null), null)
})
