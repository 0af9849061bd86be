import { day, hour, minute, second } from '#app/platform/lib/durations.ts'
import type { Delays, Limit } from '#app/platform/rate-limit/attempt-limits.ts'

/** How long links in mails are valid: verification, password reset, email change. */
export const linkLifetimeMinutes = 60
export const linkLifetimeMs = linkLifetimeMinutes * minute

/** How long mailed codes are valid. */
export const codeLifetimeMinutes = 10
export const codeLifetimeMs = codeLifetimeMinutes * minute

/** Guesses at one mailed code. Guesses at all codes of one address are limited in app/email-codes/limits.ts. */
export const maxCodeGuesses = 5

/** How long the person has to set the first password of an account that an operator created. */
export const firstPasswordDays = 7

export const firstPasswordLifetimeMs = firstPasswordDays * day

/** Failed sign-ins within this time become one event. Limits that slow them down are in app/sign-in/limits.ts. */
export const failedSignInWindowMs = 15 * minute

/** Lookups in Pwned Passwords. Without an answer in time a new password is accepted. */
export const pwnedLookupMs = 2 * second

/** An answer with padding has about 40 kB. */
export const pwnedResponseBytes = 200 * 1024

/** Attempts at one password from one network. Their number in a day stays below the free attempts, see `Delays`. */
export const passwordAttemptsPerNetwork: readonly Limit[] = [
  [20, day],
  [5, minute],
]

/** Attempts at one password from a device that has signed in to the account before. */
export const passwordAttemptsOfKnownDevice: Limit = [20, hour]

/** Attempts at the password of one account, from all networks together. Known devices do not wait. */
export const passwordDelays: Delays = {
  freeAttempts: 80,
  windowMs: day,
  firstMs: 5 * second,
  maxMs: 15 * minute,
}
