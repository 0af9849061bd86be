import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { newId } from './ids.ts'

test('an id is a version 7 UUID and unique', () => {
  const ids = new Set(Array.from({ length: 1000 }, newId))

  assert.equal(ids.size, 1000)
  assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids created in the same millisecond sort by creation', () => {
  const ids = Array.from({ length: 1000 }, newId)

  assert.deepEqual(ids, ids.toSorted())
})

test('ids created in different milliseconds sort by time', async () => {
  const first = newId()
  await setTimeout(2)

  assert.ok(first < newId())
})
