import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

import { days, minutes, TestClock } from '#testing/test-clock.ts'

import { aheadOf, clockOf, MovableClock } from './movable-clock.ts'

async function storage(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-clock-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

test('a clock that is ahead runs on, and every process on the same storage sees it at once', async (t) => {
  const storageDir = await storage(t)
  const real = new TestClock()
  const [here, there] = [new MovableClock(storageDir, real), new MovableClock(storageDir, real)]

  here.aheadMs = 31 * days
  assert.equal(there.now(), real.now() + 31 * days)
  real.advance(5 * minutes)
  assert.equal(there.now(), real.now() + 31 * days)

  there.aheadMs = 0
  assert.equal(here.now(), real.now())
})

test('it never goes behind real time, and what is no number is real time', async (t) => {
  const storageDir = await storage(t)
  const clock = new MovableClock(storageDir, new TestClock())

  assert.throws(() => (clock.aheadMs = -1), RangeError)
  assert.throws(() => (clock.aheadMs = NaN), RangeError)
  assert.equal(clock.aheadMs, 0)
  for (const text of ['', 'soon', '-86400000', 'Infinity']) {
    await writeFile(join(storageDir, 'test-clock'), text)
    assert.equal(clock.aheadMs, 0, text)
  }
})

test('only where it was asked for, and never in production, can the clock be moved (TT-01, 15.2.3)', async (t) => {
  const storageDir = await storage(t)
  const real = new TestClock()
  new MovableClock(storageDir, real).aheadMs = days

  const clocks = [
    clockOf({ env: 'production', testClock: true, storageDir }, real),
    clockOf({ env: 'local', testClock: false, storageDir }, real),
  ]
  assert.deepEqual(clocks, [real, real])
  assert.equal(aheadOf(real), 0)
  assert.equal(aheadOf(clockOf({ env: 'staging', testClock: true, storageDir }, real)), days)
})
