import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#app/platform/config/config.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { type Clock, systemClock } from './clock.ts'

/** A clock that testers set ahead. Every process reads the offset from a file on each call, so all agree immediately. */
export class AdjustableClock implements Clock {
  readonly #path: string
  readonly #real: Clock

  constructor(storageDir: string, real: Clock = systemClock) {
    this.#path = join(storageDir, 'test-clock')
    this.#real = real
  }

  now(): number {
    return this.#real.now() + this.offsetMs
  }

  get offsetMs(): number {
    try {
      const ms = Number(readFileSync(this.#path, 'utf8'))
      return Number.isSafeInteger(ms) && ms > 0 ? ms : 0
    } catch {
      return 0
    }
  }

  set offsetMs(ms: number) {
    if (!(ms >= 0)) throw new RangeError('The clock offset must not be negative.')
    if (ms === 0) {
      rmSync(this.#path, { force: true })
      return
    }
    const temporaryPath = `${this.#path}.${newId()}`
    writeFileSync(temporaryPath, String(Math.round(ms)), { mode: 0o600 })
    renameSync(temporaryPath, this.#path)
  }
}

/** The application's clock. The configuration rejects TEST_CLOCK in production; this is the second check. */
export function createClock(
  { env, testClock, storageDir }: Pick<Config, 'env' | 'testClock' | 'storageDir'>,
  real: Clock = systemClock,
): Clock {
  return testClock && env !== 'production' ? new AdjustableClock(storageDir, real) : real
}

/** Milliseconds that the clock is ahead of real time. */
export function clockOffset(clock: Clock): number {
  return clock instanceof AdjustableClock ? clock.offsetMs : 0
}
