import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Requesting a reset link. */
export const requestLimits: AttemptLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [5, 10 * minute],
    [10, 60 * minute],
  ],
  perAccount: [60, 60 * minute],
}

/** Attempts at a reset link. Lifetime of the link: app/platform/auth/limits.ts. */
export const resetLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [60, 60 * minute],
}

/** Caps the mails per account: one a minute, six an hour. */
export const resetMailLimits = [
  { limit: 1, windowMs: minute },
  { limit: 6, windowMs: 60 * minute },
]
