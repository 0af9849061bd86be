import assert from 'node:assert/strict'
import { test } from 'node:test'

import { passwordScore } from './password-score.ts'

test('scores passwords of any length quickly (PAR-15)', () => {
  const longPasswords = ['a', 'ab1', 'qwerty', '\u{1f44d}'].map((piece) => piece.repeat(50_000))

  for (const password of longPasswords) assert.ok([0, 1, 2, 3, 4].includes(passwordScore(password)))
  assert.equal(passwordScore('password'), 0)
  assert.equal(passwordScore('lanterns over the harbour'), 4)
})
