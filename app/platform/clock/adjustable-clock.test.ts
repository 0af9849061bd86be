import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

import { days, minutes, TestClock } from '#testing/test-clock.ts'

import { clockOffset, createClock, AdjustableClock } from './adjustable-clock.ts'

async function temporaryStorageDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-clock-'))
  t.after(() => rm(dir, { recursive: true }))
  return dir
}

test('a clock set ahead keeps running, and every process with the same storage sees it immediately', async (t) => {
  const storageDir = await temporaryStorageDir(t)
  const real = new TestClock()
  const [first, second] = [
    new AdjustableClock(storageDir, real),
    new AdjustableClock(storageDir, real),
  ]

  first.offsetMs = 31 * days
  assert.equal(second.now(), real.now() + 31 * days)
  real.advance(5 * minutes)
  assert.equal(second.now(), real.now() + 31 * days)

  second.offsetMs = 0
  assert.equal(first.now(), real.now())
})

test('the clock never runs behind real time, and an invalid offset counts as zero', async (t) => {
  const storageDir = await temporaryStorageDir(t)
  const clock = new AdjustableClock(storageDir, new TestClock())

  assert.throws(() => (clock.offsetMs = -1), RangeError)
  assert.throws(() => (clock.offsetMs = NaN), RangeError)
  assert.equal(clock.offsetMs, 0)
  for (const text of ['', 'soon', '-86400000', 'Infinity']) {
    await writeFile(join(storageDir, 'test-clock'), text)
    assert.equal(clock.offsetMs, 0, text)
  }
})

test('the clock is adjustable only with TEST_CLOCK, and never in production (TT-01, 15.2.3)', async (t) => {
  const storageDir = await temporaryStorageDir(t)
  const real = new TestClock()
  new AdjustableClock(storageDir, real).offsetMs = days

  const clocks = [
    createClock({ env: 'production', testClock: true, storageDir }, real),
    createClock({ env: 'local', testClock: false, storageDir }, real),
  ]
  assert.deepEqual(clocks, [real, real])
  assert.equal(clockOffset(real), 0)
  assert.equal(
    clockOffset(createClock({ env: 'staging', testClock: true, storageDir }, real)),
    days,
  )
})
