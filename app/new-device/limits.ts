import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import type { Rate } from '#app/platform/rate-limit/rate-limit-result.ts'

/** Attempts at the codes of one account, however many sign-ins ask for one: 20 of a million in a day. */
export const deviceCodeLimits: AttemptLimits = {
  perIp: [30, minute],
  perIpAndAccount: [[5, minute]],
  perAccount: [20, day],
  knownDevice: [20, day],
}

/** Mails with a device code. Only somebody who knows the password causes them. */
export const deviceCodeMails: Rate[] = [
  { limit: 6, windowMs: hour },
  { limit: 20, windowMs: day },
]
