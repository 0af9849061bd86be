import { day, hour, second } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

export const maxTeamDomains = 10
export const domainCheckIntervalMs = day
export const domainCheckBatch = 50
export const dnsTimeoutMs = 3 * second

/** Domains that an account adds, checks, switches and joins by. */
export const teamDomainLimits: AttemptLimits = {
  perIp: [120, hour],
  perIpAndAccount: [[30, hour]],
  perAccount: [30, hour],
}
