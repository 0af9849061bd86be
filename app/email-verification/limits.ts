import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Requesting another verification mail. */
export const mailLimits: AttemptLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [3, 10 * minute],
    [6, 60 * minute],
  ],
  perAccount: [24, 60 * minute],
}

/** Attempts at a verification link. */
export const confirmLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [60, 60 * minute],
}
