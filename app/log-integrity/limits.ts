import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Downloads of the event log. */
export const exportLimits: AttemptLimits = {
  perIp: [60, day],
  perIpAndAccount: [],
  perAccount: [20, day],
}

/** The page sends one request per thousand events, so this allows for 600,000 events. */
export const integrityLimits: AttemptLimits = {
  perIp: [3000, 10 * minute],
  perIpAndAccount: [],
  perAccount: [600, 10 * minute],
}

/** Number of lists of heads that are retained. Notes are small and retained forever, because they form a chain. */
export const maxStoredLists = 30
