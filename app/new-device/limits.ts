import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per, type Rate } from '#app/platform/rate-limit/rate.ts'

/** Attempts at the codes of one account, however many sign-ins ask for one: 20 of a million in a day. */
export const deviceCodeLimits: AttemptLimits = {
  perIp: per(30, minute),
  perIpAndAccount: [per(5, minute)],
  perAccount: per(20, day),
  knownDevice: per(20, day),
}

/** Mails with a device code. Only somebody who knows the password causes them. */
export const deviceCodeMails: Rate[] = [per(6, hour), per(20, day)]
