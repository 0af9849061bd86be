import {
  passwordAttemptsOfKnownDevice,
  passwordAttemptsPerNetwork,
  passwordDelays,
} from '#app/platform/auth/password-attempt-limits.ts'
import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Attempts at the password of one address. Wrong ones never lock an account; they make the caller wait. */
export const signInLimits: AttemptLimits = {
  perIp: per(60, minute),
  perIpAndAccount: passwordAttemptsPerNetwork,
  knownDevice: passwordAttemptsOfKnownDevice,
  perAccount: per(100, 60 * minute),
  delays: passwordDelays,
}

/** Looks for the provider of an address. It depends on the domain alone. */
export const findLimits: AttemptLimits = {
  perIp: per(60, minute),
  perIpAndAccount: [],
  perAccount: per(60, minute),
}
