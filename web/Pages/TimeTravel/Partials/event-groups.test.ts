import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import type { EventRow } from '#app/time-travel/pages.ts'

import { groupByDay, groupTitle } from './event-groups.ts'

const t = createTranslator(null, 'en')
const chrome = { browser: 'Chrome', platform: 'macOS', isPhone: false, ip: null, country: null }
const firefox = { ...chrome, browser: 'Firefox', platform: 'Windows' }

/** Events one minute apart, the newest first. */
function eventRows(...rows: Partial<EventRow>[]): EventRow[] {
  return rows.map((row, index) => ({
    seq: 100 - index,
    at: new Date(Date.UTC(2026, 4, 3, 12, 60 - index)).toISOString(),
    type: 'session.started',
    kind: 'session',
    data: {},
    session: null,
    isThisSession: false,
    device: chrome,
    isDeviceErased: false,
    ...row,
  }))
}

const titlesOf = (rows: EventRow[]) =>
  groupByDay(rows, 'UTC').flatMap(({ groups }) =>
    groups.map((group) => [group.rows.length, groupTitle(t, group)]),
  )

test('sessions that expired one after the other are one line', () => {
  const expired = { type: 'session.ended', data: { why: 'expired' }, device: null }
  const rows = eventRows(expired, expired, expired, {
    type: 'session.ended',
    data: { why: 'logout' },
  })

  assert.deepEqual(titlesOf(rows), [
    [3, '3 sessions expired'],
    [1, 'One session ended'],
  ])
})

test('a sign-in from another device is not folded into those of a known one', () => {
  assert.deepEqual(titlesOf(eventRows({}, {}, {}, { device: firefox }, {}, {})), [
    [3, '3 new sign-ins'],
    [1, 'One new sign-in'],
    [2, '2 new sign-ins'],
  ])
})

test('changes of the account are never folded', () => {
  const change = { type: 'profile.updated', kind: 'profile' } as const

  assert.equal(titlesOf(eventRows(change, change, change)).length, 3)
})

test('events of two days are two groups', () => {
  const [first, second] = eventRows({}, { at: '2026-04-01T12:00:00.000Z' })
  const days = groupByDay(
    [first, second].filter((row) => row !== undefined),
    'UTC',
  )

  assert.deepEqual(
    days.map(({ day, daysWithoutEvents }) => [day, daysWithoutEvents]),
    [
      ['2026-05-03', 0],
      ['2026-04-01', 31],
    ],
  )
})
