import { minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Requesting an email change. */
export const emailChangeLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [3, 10 * minute],
    [6, 60 * minute],
  ],
  perAccount: [24, 60 * minute],
} as const

/** Attempts at the link to the new address. */
export const linkLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [30, 60 * minute],
}
