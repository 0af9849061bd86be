import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#app/platform/config/config.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { type Clock, systemClock } from './clock.ts'

/**
 * A clock that testers put ahead of real time, and that runs on from there. How far stands in the storage folder, where
 * each process reads it whenever it needs the time: all see the same, at once, and after a restart too.
 */
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
    if (!(ms >= 0)) throw new RangeError('The clock goes forward only.')
    if (ms === 0) {
      rmSync(this.#path, { force: true })
      return
    }
    const temporaryPath = `${this.#path}.${newId()}`
    writeFileSync(temporaryPath, String(Math.round(ms)), { mode: 0o600 })
    renameSync(temporaryPath, this.#path)
  }
}

/** The application's clock. Production refuses to start with one that can be moved. */
export function createClock(
  { env, testClock, storageDir }: Pick<Config, 'env' | 'testClock' | 'storageDir'>,
  real: Clock = systemClock,
): Clock {
  return testClock && env !== 'production' ? new AdjustableClock(storageDir, real) : real
}

/** How far a clock is ahead of real time. */
export function clockOffset(clock: Clock): number {
  return clock instanceof AdjustableClock ? clock.offsetMs : 0
}
