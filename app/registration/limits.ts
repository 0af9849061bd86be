import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Passkeys created behind a mailed link. */
export const linkLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [60, 60 * minute],
}

export const registrationLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [
    [5, 10 * minute],
    [10, 60 * minute],
  ],
  perAccount: [40, 60 * minute],
}
