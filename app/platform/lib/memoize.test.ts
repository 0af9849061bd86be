import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { memoize } from './memoize.ts'

test('what was made is made again only after too much else was', () => {
  const made: string[] = []
  const shout = memoize((word) => {
    made.push(word)
    return `${word}!`
  }, 2)

  assert.deepEqual(['a', 'a', 'b', 'a'].map(shout), ['a!', 'a!', 'b!', 'a!'])
  assert.deepEqual(made, ['a', 'b'])
  assert.deepEqual(['c', 'c', 'a'].map(shout), ['c!', 'c!', 'a!'])
  assert.deepEqual(made, ['a', 'b', 'c', 'a'])
})

test('what is to be remembered for a while is made again after it, however often it was asked for', async () => {
  let made = 0
  const number = memoize(() => ++made, 10, 60)

  assert.deepEqual([number('a'), number('a')], [1, 1])
  const until = performance.now() + 200
  while (performance.now() < until) {
    number('a')
    await setTimeout(5)
  }
  number('a')

  assert.ok(made > 1, `made ${made} times`)
})
