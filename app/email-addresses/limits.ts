import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Addresses beside the primary one, those that wait for their link included. */
export const maxAdditionalAddresses = 5

/** Making another address the primary one, which mails both. */
export const primaryAddressLimits: AttemptLimits = {
  perIp: per(60, hour),
  perIpAndAccount: [per(10, hour)],
  perAccount: per(10, hour),
}
