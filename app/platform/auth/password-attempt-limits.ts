import { day, hour, minute, second } from '#app/platform/lib/durations.ts'
import type { Delays } from '#app/platform/rate-limit/attempt-limits.ts'
import { per, type Rate } from '#app/platform/rate-limit/rate.ts'

/** Attempts at one password from one network. Their number in a day stays below the free attempts, see `Delays`. */
export const passwordAttemptsPerNetwork: readonly Rate[] = [per(20, day), per(5, minute)]

/** Attempts at one password from a device that has signed in to the account before. */
export const passwordAttemptsOfKnownDevice = per(20, hour)

/** Attempts at the password of one account, from all networks together. Known devices do not wait. */
export const passwordDelays: Delays = {
  freeAttempts: 80,
  windowMs: day,
  firstMs: 5 * second,
  maxMs: 15 * minute,
}
