import { hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** How long the link of a request can be answered. */
export const requestLifetimeMs = 24 * hour

export const supportAccessMinutes = 30

/** Pages that administrators open in one account. Each is an event in its log. */
export const openedPageLimits: AttemptLimits = {
  perIp: per(600, 30 * minute),
  perIpAndAccount: [per(200, 30 * minute)],
  perAccount: per(200, 30 * minute),
}
