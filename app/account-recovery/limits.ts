import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Requests to recover an account. A thief with one of its recovery codes still has to guess the code from the app. */
export const requestLimits: AttemptLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [5, 10 * minute],
    [10, day],
  ],
  knownDevice: [10, day],
  perAccount: [30, day],
}

/** Attempts at a link that finishes or stops a recovery. */
export const linkLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [60, 60 * minute],
}

/** How long a recovery can be finished after its waiting time: `RECOVERY_WAIT_HOURS` of app/platform/config/security-settings.ts. */
export const recoveryOpenMs = 7 * day
