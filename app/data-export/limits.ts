import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const dataExportLimits: AttemptLimits = {
  perIp: per(30, day),
  perIpAndAccount: [],
  perAccount: per(5, day),
}

/** An export without progress for this long counts as failed: its worker died. */
export const stalledExportMs = 10 * minute

/** How long a finished export can be downloaded. */
export const exportLifetimeMs = 7 * day
