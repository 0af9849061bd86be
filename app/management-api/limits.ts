import { day, hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Requests that are repeated with their key within this time have no second effect. */
export const idempotencyKeyLifetimeMs = day
export const maxIdempotencyKeyLength = 255

/** Changes of one account, and invitations of one address, by all service tokens. */
export const managedAccountLimits: AttemptLimits = {
  perIp: per(6000, hour),
  perIpAndAccount: [per(60, hour)],
  perAccount: per(60, hour),
}

/** Changes of one team by all service tokens. */
export const managedTeamLimits: AttemptLimits = {
  perIp: per(6000, hour),
  perIpAndAccount: [per(300, hour)],
  perAccount: per(300, hour),
}
