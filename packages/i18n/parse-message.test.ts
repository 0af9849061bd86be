import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseMessage } from './parse-message.ts'

test('a message splits at its tags, which may be nested', () => {
  assert.deepEqual(parseMessage('Go <a>to <b>it</b></a>.'), [
    'Go ',
    { tag: 'a', children: ['to ', { tag: 'b', children: ['it'] }] },
    '.',
  ])
})

test('an unclosed tag is plain text', () => {
  assert.deepEqual(parseMessage('a < b <c> d'), ['a < b <c> d'])
  assert.deepEqual(parseMessage(''), [])
})
