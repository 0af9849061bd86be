import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Members that Time Travel of a team compares; it counts the others. */
export const maxComparedMembers = 200

/** Pages of the logs of teams; each reads a whole log. */
export const teamLogLimits: AttemptLimits = {
  perIp: per(1200, 10 * minute),
  perIpAndAccount: [],
  perAccount: per(300, 10 * minute),
}

/** Downloads of a team's log. */
export const teamLogExportLimits: AttemptLimits = {
  perIp: per(60, day),
  perIpAndAccount: [],
  perAccount: per(20, day),
}
