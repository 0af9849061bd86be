import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Passkeys created behind a mailed link. */
export const linkLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, 60 * minute),
}

export const registrationLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(5, 10 * minute), per(10, 60 * minute)],
  perAccount: per(40, 60 * minute),
}
