import { hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** How long the link of a request can be answered. */
export const requestLifetimeMs = 24 * hour

export const supportAccessMinutes = 30

/** Pages that administrators open in one account. Each is an event in its log. */
export const openedPageLimits: AttemptLimits = {
  perIp: [600, 30 * minute],
  perIpAndAccount: [[200, 30 * minute]],
  perAccount: [200, 30 * minute],
}
