import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { hours, minutes, TestClock } from '#testing/test-clock.ts'

import { memoryRateLimits } from './rate-limits.ts'

const fivePerMinute = { limit: 5, windowMs: minutes }
const oncePerMinute = { limit: 1, windowMs: minutes }

test('of a hundred concurrent attempts exactly five are allowed', async () => {
  const limits = memoryRateLimits({ clock: new TestClock() })

  const verdicts = await Promise.all(
    Array.from({ length: 100 }, () => limits.hit('account:ada', fivePerMinute)),
  )

  assert.equal(verdicts.filter(({ allowed }) => allowed).length, 5)
})

test('a rejection reports how long to wait, and another attempt does not extend it', async () => {
  const clock = new TestClock()
  const limits = memoryRateLimits({ clock })
  const once = { limit: 1, windowMs: minutes }
  await limits.hit('account:ada', once)
  clock.advance(20_000)

  const first = await limits.hit('account:ada', once)
  clock.advance(20_000)
  const second = await limits.hit('account:ada', once)
  clock.advance(20_000)
  const third = await limits.hit('account:ada', once)

  assert.deepEqual(first, { allowed: false, retryAfterSeconds: 40, count: 2 })
  assert.deepEqual(second, { allowed: false, retryAfterSeconds: 20, count: 3 })
  assert.deepEqual(third, { allowed: true, retryAfterSeconds: 0, count: 1 })
})

test('keys are counted separately, and a cleared key starts over', async () => {
  const limits = memoryRateLimits({ clock: new TestClock() })
  const once = { limit: 1, windowMs: minutes }
  await limits.hit('account:ada', once)

  assert.equal((await limits.hit('account:grace', once)).allowed, true)
  await limits.clear('account:ada')
  assert.equal((await limits.hit('account:ada', once)).allowed, true)
  assert.equal((await limits.hit('account:ada', once)).allowed, false)
})

test('a clock that is set back blocks nobody', async () => {
  const clock = new TestClock()
  const limits = memoryRateLimits({ clock })
  await limits.hit('account:ada', { limit: 1, windowMs: minutes })

  clock.advance(-hours)

  assert.equal((await limits.hit('account:ada', { limit: 1, windowMs: minutes })).allowed, true)
})

test('a flood of different keys does not grow memory without limit (LOG-23)', async () => {
  const limits = memoryRateLimits({ clock: new TestClock(), maxKeys: 10_000 })
  const before = heapInUse()

  for (let i = 0; i < 300_000; i++) await limits.hit(`account:${i}`, fivePerMinute)

  const grown = heapInUse() - before
  assert.ok(grown < 5 * 1024 * 1024, `grew by ${grown} bytes`)
  await limits.close()
})

test('beyond the most keys the oldest window below its limit is dropped', async () => {
  const limits = memoryRateLimits({ clock: new TestClock(), maxKeys: 2 })
  const twice = { limit: 2, windowMs: minutes }
  await limits.hit('account:first', twice)
  await limits.hit('account:second', twice)
  await limits.hit('account:third', twice)

  assert.equal((await limits.hit('account:third', twice)).allowed, true)
  assert.equal((await limits.hit('account:third', twice)).allowed, false)
  assert.equal((await limits.hit('account:first', twice)).allowed, true)
  assert.equal((await limits.hit('account:first', twice)).allowed, true)
})

test('a flood of other accounts does not lift the limit of one that has reached it', async () => {
  const clock = new TestClock()
  const limits = memoryRateLimits({ clock, maxKeys: 100 })
  for (let i = 0; i < 5; i++) await limits.hit('account:ada', fivePerMinute)

  for (let i = 0; i < 1000; i++) await limits.hit(`account:${i}`, fivePerMinute)

  assert.equal((await limits.hit('account:ada', fivePerMinute)).allowed, false)
  clock.advance(minutes)
  assert.equal((await limits.hit('account:ada', fivePerMinute)).allowed, true)
})

test('a flood of networks does not displace the counters of accounts', async () => {
  const limits = memoryRateLimits({ clock: new TestClock(), maxKeys: 100 })
  for (let i = 0; i < 4; i++) await limits.hit('account:ada', fivePerMinute)

  for (let i = 0; i < 1000; i++) await limits.hit(`network:${i}`, fivePerMinute)

  assert.equal((await limits.hit('account:ada', fivePerMinute)).allowed, true)
  assert.equal((await limits.hit('account:ada', fivePerMinute)).allowed, false)
})

test('windows at their limit are dropped after their end', async () => {
  const clock = new TestClock()
  const limits = memoryRateLimits({ clock, maxKeys: 1000 })
  const before = heapInUse()

  for (let round = 0; round < 300; round++) {
    for (let i = 0; i < 1000; i++) await limits.hit(`account:${round}-${i}`, oncePerMinute)
    clock.advance(minutes)
  }

  const grown = heapInUse() - before
  assert.ok(grown < 5 * 1024 * 1024, `grew by ${grown} bytes`)
  await limits.close()
})

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  return process.memoryUsage().heapUsed
}
