import { minute, day } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Attempts at links of "This wasn't me" and at undoing an email change. */
export const takeoverLimits: AttemptLimits = {
  perIp: per(30, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(30, 60 * minute),
}

/** How long the link to the old address undoes an email change. The link "This wasn't me": app/platform/mail/limits.ts. */
export const undoLinkDays = 7
export const undoLinkLifetimeMs = undoLinkDays * day
