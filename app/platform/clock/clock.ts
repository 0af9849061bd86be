/** Real time, in Unix milliseconds. What needs the time is given a clock, so that a test can move it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
