import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Downloads of the event log. */
export const exportLimits: AttemptLimits = {
  perIp: per(60, day),
  perIpAndAccount: [],
  perAccount: per(20, day),
}

/** The page sends one request per thousand events, so this allows for 600,000 events. */
export const integrityLimits: AttemptLimits = {
  perIp: per(3000, 10 * minute),
  perIpAndAccount: [],
  perAccount: per(600, 10 * minute),
}

/** Number of lists of heads that are retained. Notes are small and retained forever, because they form a chain. */
export const maxStoredLists = 30
