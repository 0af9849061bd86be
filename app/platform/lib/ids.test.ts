import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { newId } from './ids.ts'

test('an identifier is a version 7 UUID, and none comes twice', () => {
  const made = new Set(Array.from({ length: 1000 }, newId))

  assert.equal(made.size, 1000)
  assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('identifiers made in different milliseconds sort in that order', async () => {
  const first = newId()
  await setTimeout(2)

  assert.ok(first < newId())
})
