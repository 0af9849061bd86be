import {
  passwordAttemptsOfKnownDevice,
  passwordAttemptsPerNetwork,
  passwordDelays,
} from '#app/platform/auth/password-attempt-limits.ts'
import { hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Forms that guests send from one network: above what a large office sends, and below what keeps a core busy. */
export const guestFormLimit = per(300, minute)

/** Attempts at the password or a passkey of the signed-in user. Sign-in: app/sign-in/limits.ts. */
export const passwordLimits: AttemptLimits = {
  perIp: per(60, minute),
  perIpAndAccount: passwordAttemptsPerNetwork,
  knownDevice: passwordAttemptsOfKnownDevice,
  perAccount: per(60, 60 * minute),
  delays: passwordDelays,
}

/** Changes that record an event and have no limit of their own: more than a person makes, and than a program needs. */
export const changeLimits: AttemptLimits = {
  perIp: per(30_000, hour),
  perIpAndAccount: [],
  perAccount: per(3000, hour),
}

/** Wrong attempts a session may make; the next one ends it. */
export const wrongPasswordsPerSession = per(9, 60 * minute)

export const maxCspReportBytes = 16 * 1024

/** CSP reports from one network. */
export const cspReportLimit = per(20, minute)
