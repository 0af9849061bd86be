import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parts } from './parts.ts'

test('a sentence splits at its tags, and tags may stand in tags', () => {
  assert.deepEqual(parts('Go <a>to <b>it</b></a>.'), [
    'Go ',
    { tag: 'a', parts: ['to ', { tag: 'b', parts: ['it'] }] },
    '.',
  ])
})

test('a tag that is not closed is plain words', () => {
  assert.deepEqual(parts('a < b <c> d'), ['a < b <c> d'])
  assert.deepEqual(parts(''), [])
})
