import {
  passwordAttemptsOfKnownDevice,
  passwordAttemptsPerNetwork,
  passwordDelays,
} from '#app/platform/auth/password-attempt-limits.ts'
import { minute } from '#app/platform/lib/durations.ts'
import type { Limit, AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Forms that guests send from one network: above what a large office sends, and below what keeps a core busy. */
export const guestFormLimit: Limit = [300, 60_000]

/** Attempts at the password or a passkey of the signed-in user. Sign-in: app/sign-in/limits.ts. */
export const passwordLimits: AttemptLimits = {
  perIp: [60, minute],
  perIpAndAccount: passwordAttemptsPerNetwork,
  knownDevice: passwordAttemptsOfKnownDevice,
  perAccount: [60, 60 * minute],
  delays: passwordDelays,
}

/** Wrong attempts a session may make; the next one ends it. */
export const wrongPasswordsPerSession = { limit: 9, windowMs: 60 * minute }

export const maxCspReportBytes = 16 * 1024

/** CSP reports from one network. */
export const cspReportLimit = { limit: 20, windowMs: 60_000 }
