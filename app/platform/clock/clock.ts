/** Source of the current time in Unix milliseconds. Injected everywhere, so that tests can set it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
