import type { Clock } from '#app/platform/clock/clock.ts'

/** Time that stands still until a test moves it. Testers of the product have another, `MovableClock`, which runs on. */
export class TestClock implements Clock {
  #now = Date.now()

  now(): number {
    return this.#now
  }

  /** @param ms  how far to move on */
  advance(ms: number): void {
    this.#now += ms
  }
}

export const minutes = 60_000
export const hours = 60 * minutes
export const days = 24 * hours
