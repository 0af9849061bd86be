import { day } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** How long a requested deletion can be cancelled. */
export const gracePeriodDays = 14
export const gracePeriodMs = gracePeriodDays * day

/** How long before the deletion its owner gets a reminder. */
export const reminderDaysBefore = 2
export const reminderBeforeMs = reminderDaysBefore * day

/** Requests for a deletion, each of which is mailed. Going back is not limited. */
export const deletionLimits: AttemptLimits = {
  perIp: per(600, day),
  perIpAndAccount: [per(20, day)],
  perAccount: per(20, day),
}
