import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import type { Rate } from '#app/platform/rate-limit/rate-limit-result.ts'

/** Asking for a sign-in code. */
export const codeRequestLimits: AttemptLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [5, 10 * minute],
    [10, 60 * minute],
  ],
  perAccount: [60, 60 * minute],
}

/** Guesses at the codes of one address, of every purpose: of a million codes one is right. */
export const codeGuessLimits: AttemptLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [20, day],
    [10, 10 * minute],
  ],
  perAccount: [30, day],
  knownDevice: [20, day],
}

/** Mails with a sign-in code, for one account. Each browser that signed in before has them for itself. */
export const codeMailLimits: Rate[] = [
  { limit: 6, windowMs: hour },
  { limit: 20, windowMs: day },
]
