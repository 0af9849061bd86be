import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** All values of an account together, as JSON. */
export const maxTotalBytes = 16 * 1024

export const maxTextLength = 500
export const maxUrlLength = 500

/** Larger forms exceed the 20-field limit of lists in forms without script. */
export const maxEditableAttributes = 16

/** Forms that a person saves. Each that changes something is an event. */
export const attributeLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [per(60, hour)],
  perAccount: per(60, hour),
}

/** Accounts that a search by value returns. */
export const maxFound = 100
