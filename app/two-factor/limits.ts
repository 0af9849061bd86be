import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Time between the password and the second factor of a sign-in. */
export const challengeLifetimeMs = 10 * minute

/** Wrong codes that end a challenge. */
export const maxWrongAnswers = 10

/** Wrong codes after which the owner is notified. */
export const firstWrongCodeNotice = 3

/** Wrong codes between two further notices. */
export const wrongCodeNoticeInterval = 20

/** Right passwords without a second factor, on unknown devices within this time, after which the owner is notified. */
export const firstUnansweredNotice = 3
export const unansweredWindowMs = 30 * day

/** The same between two further notices. */
export const unansweredNoticeInterval = 20

/** How long a new authenticator key can be confirmed. */
export const setupLifetimeMs = 30 * minute

/** Recovery codes of one account. */
export const recoveryCodeCount = 10

/** Base32 characters, five random bits each. */
export const recoveryCodeLength = 12

/** How long new recovery codes can be confirmed. */
export const pendingCodesLifetimeMs = 30 * minute

/** Shared by every form that takes a code. Of a million codes, three are valid at a time. */
export const codeAttemptLimits = {
  perIp: per(30, minute),
  perIpAndAccount: [per(5, minute)],
  perAccount: per(20, 60 * minute),
  knownDevice: per(20, 60 * minute),
} as const

/** Limits of requests that create secrets and send mail. */
export const settingsLimits: AttemptLimits = {
  perIp: per(30, minute),
  perIpAndAccount: [per(10, minute)],
  perAccount: per(30, 60 * minute),
}
