import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatLocalDay, parseLocalTime, formatLocalTime } from './local-time.ts'

const berlin = 'Europe/Berlin'

test('parsing reverses formatting around daylight-saving changes', () => {
  for (const local of ['2026-03-29T01:59:59', '2026-03-29T03:00:00', '2026-10-25T03:30:00'])
    assert.equal(formatLocalTime(berlin, parseLocalTime(berlin, local)), local)
  assert.equal(parseLocalTime(berlin, '2026-05-03T03:12:09'), Date.UTC(2026, 4, 3, 1, 12, 9))
  assert.equal(formatLocalDay('Asia/Tokyo', Date.UTC(2026, 4, 3, 16)), '2026-05-04')
})

test('returns the same results without Temporal', () => {
  const { Temporal: original } = globalThis
  const locals = ['2026-03-29T01:59:59', '2026-03-29T03:00:00', '2026-07-01T12:00:00']
  const expected = locals.map((local) => parseLocalTime(berlin, local))
  Reflect.deleteProperty(globalThis, 'Temporal')
  const actual = locals.map((local) => parseLocalTime(berlin, local))
  Object.assign(globalThis, { Temporal: original })

  assert.deepEqual(actual, expected)
})

test('returns NaN for anything but a time', () => {
  assert.ok(Number.isNaN(parseLocalTime(berlin, 'yesterday')))
})
