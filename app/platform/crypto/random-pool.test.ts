import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pooledRandomBytes } from './random-pool.ts'

test('never returns the same bytes twice, or wiped bytes', () => {
  const all = Array.from({ length: 10_000 }, () => pooledRandomBytes(16).toString('hex'))

  assert.equal(new Set(all).size, all.length)
  assert.ok(all.every((bytes) => bytes.length === 32 && !/^0{8}/.test(bytes)))
})
