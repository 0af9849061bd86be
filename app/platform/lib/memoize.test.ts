import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { memoize } from './memoize.ts'

test('caches values until the cache is full', () => {
  const computed: string[] = []
  const shout = memoize((word) => {
    computed.push(word)
    return `${word}!`
  }, 2)

  assert.deepEqual(['a', 'a', 'b', 'a'].map(shout), ['a!', 'a!', 'b!', 'a!'])
  assert.deepEqual(computed, ['a', 'b'])
  assert.deepEqual(['c', 'c', 'a'].map(shout), ['c!', 'c!', 'a!'])
  assert.deepEqual(computed, ['a', 'b', 'c', 'a'])
})

test('a value expires after its ttl, even when read continuously', async () => {
  let computed = 0
  const number = memoize(() => ++computed, 10, 60)

  assert.deepEqual([number('a'), number('a')], [1, 1])
  const until = performance.now() + 200
  while (performance.now() < until) {
    number('a')
    await setTimeout(5)
  }
  number('a')

  assert.ok(computed > 1, `computed ${computed} times`)
})
