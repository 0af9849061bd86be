import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { hours, minutes, TestClock } from '#testing/test-clock.ts'

import { memoryRateLimits } from './rate-limits.ts'

const fivePerMinute = { limit: 5, windowMs: minutes }

test('of a hundred concurrent attempts exactly five are allowed', async () => {
  const limits = memoryRateLimits({ clock: new TestClock() })

  const verdicts = await Promise.all(
    Array.from({ length: 100 }, () => limits.hit('ada', fivePerMinute)),
  )

  assert.equal(verdicts.filter(({ allowed }) => allowed).length, 5)
})

test('a rejection reports how long to wait, and another attempt does not extend it', async () => {
  const clock = new TestClock()
  const limits = memoryRateLimits({ clock })
  const once = { limit: 1, windowMs: minutes }
  await limits.hit('ada', once)
  clock.advance(20_000)

  const first = await limits.hit('ada', once)
  clock.advance(20_000)
  const second = await limits.hit('ada', once)
  clock.advance(20_000)
  const third = await limits.hit('ada', once)

  assert.deepEqual(first, { allowed: false, retryAfterSeconds: 40 })
  assert.deepEqual(second, { allowed: false, retryAfterSeconds: 20 })
  assert.deepEqual(third, { allowed: true, retryAfterSeconds: 0 })
})

test('keys are counted separately, and a cleared key starts over', async () => {
  const limits = memoryRateLimits({ clock: new TestClock() })
  const once = { limit: 1, windowMs: minutes }
  await limits.hit('ada', once)

  assert.equal((await limits.hit('grace', once)).allowed, true)
  await limits.clear('ada')
  assert.equal((await limits.hit('ada', once)).allowed, true)
  assert.equal((await limits.hit('ada', once)).allowed, false)
})

test('a clock that is set back blocks nobody', async () => {
  const clock = new TestClock()
  const limits = memoryRateLimits({ clock })
  await limits.hit('ada', { limit: 1, windowMs: minutes })

  clock.advance(-hours)

  assert.equal((await limits.hit('ada', { limit: 1, windowMs: minutes })).allowed, true)
})

test('a flood of different keys does not grow memory without limit (LOG-23)', async () => {
  const limits = memoryRateLimits({ clock: new TestClock(), maxKeys: 10_000 })
  const before = heapInUse()

  for (let i = 0; i < 300_000; i++) await limits.hit(`someone-${i}`, fivePerMinute)

  const grown = heapInUse() - before
  assert.ok(grown < 5 * 1024 * 1024, `grew by ${grown} bytes`)
  await limits.close()
})

test('beyond the maximum of keys, the oldest is dropped and the newest kept', async () => {
  const limits = memoryRateLimits({ clock: new TestClock(), maxKeys: 2 })
  const once = { limit: 1, windowMs: minutes }
  await limits.hit('first', once)
  await limits.hit('second', once)
  await limits.hit('third', once)

  assert.equal((await limits.hit('third', once)).allowed, false)
  assert.equal((await limits.hit('first', once)).allowed, true)
})

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  return process.memoryUsage().heapUsed
}
