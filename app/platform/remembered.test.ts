import assert from 'node:assert/strict'
import { test } from 'node:test'

import { remembered } from './remembered.ts'

test('what was made is made again only after too much else was', () => {
  const made: string[] = []
  const shout = remembered((word) => {
    made.push(word)
    return `${word}!`
  }, 2)

  assert.deepEqual(['a', 'a', 'b', 'a'].map(shout), ['a!', 'a!', 'b!', 'a!'])
  assert.deepEqual(made, ['a', 'b'])
  assert.deepEqual(['c', 'c', 'a'].map(shout), ['c!', 'c!', 'a!'])
  assert.deepEqual(made, ['a', 'b', 'c', 'a'])
})
