import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const waitlistRetentionMs = 365 * day

/** Leaving an address, and the link to prove it. */
export const waitlistLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, 60 * minute),
}
