import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Pages, and the moments that a drag passes, of which the browser asks for at most ten in a second. */
export const pageLimits: AttemptLimits = {
  perIp: per(7200, 10 * minute),
  perIpAndAccount: [],
  perAccount: per(1800, 10 * minute),
}

/** Previews of a takeover report, of which each reads all changes since the attack. */
export const previewLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [],
  perAccount: per(60, hour),
}

/** Downloads of the events as CSV. */
export const exportLimits: AttemptLimits = {
  perIp: per(60, day),
  perIpAndAccount: [],
  perAccount: per(20, day),
}

/** Events that one page of the list loads. Snapshots: app/platform/event-log/limits.ts. */
export const eventsPerPage = 12

/** Events that one request of a search reads; the user continues from there. */
export const eventsPerSearch = 500

export const maxSearchLength = 100

export const maxSessionFilters = 30

/** Events that a takeover report reads at a time. */
export const reportBatchSize = 2000

/** Bars of the histogram. */
export const bucketCount = 120

/** Databases reject statements with many more UNION branches. */
export const maxUnionQueries = 200

/**
 * Restores of the profile, of attributes and of notification settings, and reports of a takeover. Each is an event, and may read
 * many.
 */
export const restoreLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [per(60, hour)],
  perAccount: per(60, hour),
}
