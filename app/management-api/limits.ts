import { day, hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Requests that are repeated with their key within this time have no second effect. */
export const idempotencyKeyLifetimeMs = day
export const maxIdempotencyKeyLength = 255

/** Changes of one account, and invitations of one address, by all service tokens. */
export const managedAccountLimits: AttemptLimits = {
  perIp: [6000, hour],
  perIpAndAccount: [[60, hour]],
  perAccount: [60, hour],
}

/** Changes of one team by all service tokens. */
export const managedTeamLimits: AttemptLimits = {
  perIp: [6000, hour],
  perIpAndAccount: [[300, hour]],
  perAccount: [300, hour],
}
