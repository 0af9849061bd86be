import assert from 'node:assert/strict'
import { test } from 'node:test'

import { minute } from '#app/platform/lib/durations.ts'
import { openConnection, createTestDatabase } from '#testing/test-database.ts'

import { leaseTask } from './task-lease.ts'

const now = Date.parse('2026-11-27')
const lease = { now, lengthMs: 9 * minute }

test('of several processes one takes a task, until its time is over', async (t) => {
  const { db, url } = await createTestDatabase(t)
  const { db: other } = await openConnection(t, url)

  const taken = await Promise.all([db, other, db, other].map((it) => leaseTask(it, 'files', lease)))

  assert.deepEqual(taken.toSorted(), [false, false, false, true])
  assert.equal(await leaseTask(other, 'another', lease), true)
  assert.equal(await leaseTask(other, 'files', { ...lease, now: now + 8 * minute }), false)
  assert.equal(await leaseTask(other, 'files', { ...lease, now: now + 9 * minute }), true)
  assert.equal(await leaseTask(db, 'files', { ...lease, now: now - minute }), true)
})
