import { hour, minute, second } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** The most numbers that a browser tries: one or two seconds on a phone. */
export const maxWork = 50_000
export const workLifetimeMs = 30 * minute
export const verifyTimeoutMs = 5 * second
/** The longest verdict that is read; usual ones have a few hundred bytes. */
export const maxVerdictBytes = 10_000

/** Forms without an answer, such as those of browsers without script: few, from everybody together. */
export const unansweredLimits: AttemptLimits = {
  perIp: per(3, hour),
  perIpAndAccount: [],
  perAccount: per(30, hour),
}
