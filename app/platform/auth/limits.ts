import { day, minute, second } from '#app/platform/lib/durations.ts'

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
