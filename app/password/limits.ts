import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Requesting a reset link. */
export const requestLimits: AttemptLimits = {
  perIp: per(30, 10 * minute),
  perIpAndAccount: [per(5, 10 * minute), per(10, 60 * minute)],
  perAccount: per(60, 60 * minute),
}

/** Attempts at a reset link. Lifetime of the link: app/platform/auth/limits.ts. */
export const resetLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, 60 * minute),
}

/** Caps the mails per account: one a minute, six an hour. */
export const resetMailLimits = [per(1, minute), per(6, 60 * minute)]
