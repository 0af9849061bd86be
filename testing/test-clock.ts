import type { Clock } from '#app/platform/clock/clock.ts'

/** A clock that a test advances. `AdjustableClock`, for manual testing, keeps running. */
export class TestClock implements Clock {
  #now: number

  constructor(now = Date.now()) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  set(now: number): void {
    this.#now = now
  }

  advance(ms: number): void {
    this.#now += ms
  }
}

export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours
