import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per, type Rate } from '#app/platform/rate-limit/rate.ts'

/** Asking for a sign-in code. The time that a code is valid, and guesses at one code: app/platform/auth/limits.ts. */
export const codeRequestLimits: AttemptLimits = {
  perIp: per(30, 10 * minute),
  perIpAndAccount: [per(5, 10 * minute), per(10, 60 * minute)],
  perAccount: per(60, 60 * minute),
}

/** Guesses at the codes of one address, of every purpose: of a million codes one is right. */
export const codeGuessLimits: AttemptLimits = {
  perIp: per(30, 10 * minute),
  perIpAndAccount: [per(20, day), per(10, 10 * minute)],
  perAccount: per(30, day),
  knownDevice: per(20, day),
}

/** Mails with a sign-in code, for one account. Each browser that signed in before has them for itself. */
export const codeMailLimits: Rate[] = [per(6, hour), per(20, day)]
