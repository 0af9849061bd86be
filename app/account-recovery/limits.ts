import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Requests to recover an account. A thief with one of its recovery codes still has to guess the code from the app. */
export const requestLimits: AttemptLimits = {
  perIp: per(30, 10 * minute),
  perIpAndAccount: [per(5, 10 * minute), per(10, day)],
  knownDevice: per(10, day),
  perAccount: per(30, day),
}

/** Attempts at a link that finishes or stops a recovery. */
export const linkLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, 60 * minute),
}

/** How long a recovery can be finished after its waiting time: `RECOVERY_WAIT_HOURS` of app/platform/config/security-settings.ts. */
export const recoveryOpenMs = 7 * day
