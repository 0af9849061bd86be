import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseMessage } from './parse-message.ts'

test('a sentence splits at its tags, and tags may stand in tags', () => {
  assert.deepEqual(parseMessage('Go <a>to <b>it</b></a>.'), [
    'Go ',
    { tag: 'a', children: ['to ', { tag: 'b', children: ['it'] }] },
    '.',
  ])
})

test('a tag that is not closed is plain words', () => {
  assert.deepEqual(parseMessage('a < b <c> d'), ['a < b <c> d'])
  assert.deepEqual(parseMessage(''), [])
})
