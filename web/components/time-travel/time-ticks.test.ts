import assert from 'node:assert/strict'
import { test } from 'node:test'

import { timeTicks } from './time-ticks.ts'

const labels = (from: string, to: string, zone: string) =>
  timeTicks({ from, to }, zone).map(({ at, format }) =>
    new Intl.DateTimeFormat('en-GB', { ...format, timeZone: zone }).format(at),
  )

test('a day is labelled with hours of the time zone', () => {
  assert.deepEqual(labels('2026-05-03T01:10:00Z', '2026-05-04T01:10:00Z', 'Asia/Kolkata'), [
    '12:00',
    '18:00',
    '0:00',
    '6:00',
  ])
})

test('a month is labelled with days, a year with months, an old account with years', () => {
  assert.deepEqual(labels('2026-05-03T12:00:00Z', '2026-06-02T12:00:00Z', 'UTC'), [
    '10 May',
    '17 May',
    '24 May',
    '31 May',
  ])
  assert.deepEqual(labels('2026-02-03T12:00:00Z', '2027-02-03T12:00:00Z', 'Europe/Berlin'), [
    'Apr',
    'Jul',
    'Oct',
    'Jan',
  ])
  assert.deepEqual(labels('2022-02-03T12:00:00Z', '2026-02-03T12:00:00Z', 'UTC'), [
    '2023',
    '2024',
    '2025',
    '2026',
  ])
})

test('a change of the clocks moves no label off the hour', () => {
  // Clocks in Berlin go forward at 02:00 on 29 March.
  assert.deepEqual(labels('2026-03-28T12:00:00Z', '2026-04-01T12:00:00Z', 'Europe/Berlin'), [
    '29 Mar',
    '30 Mar',
    '31 Mar',
    '1 Apr',
  ])
})
