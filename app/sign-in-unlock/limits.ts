import { hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** How long the link works. No other is mailed in that time, unless it has been used. */
export const unlockLinkHours = 6
export const unlockLinkLifetimeMs = unlockLinkHours * hour

/** Attempts at a link. */
export const unlockLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, 60 * minute),
}
