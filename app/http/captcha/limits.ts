import { hour, minute, second } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Numbers that a browser tries at most: one or two seconds of a phone. */
export const maxWork = 50_000
export const workLifetimeMs = 30 * minute
export const verifyTimeoutMs = 5 * second
/** A verdict has a few hundred. */
export const maxVerdictBytes = 10_000

/** Forms without an answer, such as those of browsers without script: few, from everybody together. */
export const unansweredLimits: AttemptLimits = {
  perIp: per(3, hour),
  perIpAndAccount: [],
  perAccount: per(30, hour),
}
