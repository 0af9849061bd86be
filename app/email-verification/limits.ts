import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Requesting another verification mail. */
export const mailLimits: AttemptLimits = {
  perIp: per(30, 10 * minute),
  perIpAndAccount: [per(3, 10 * minute), per(6, 60 * minute)],
  perAccount: per(24, 60 * minute),
}

/** Attempts at a verification link. */
export const confirmLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, 60 * minute),
}
