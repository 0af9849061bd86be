import { day, hour, second } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const maxTeamDomains = 10
export const domainCheckIntervalMs = day
export const domainCheckBatch = 50
export const dnsTimeoutMs = 3 * second

/** Domains that an account adds, checks, switches and joins by. */
export const teamDomainLimits: AttemptLimits = {
  perIp: per(120, hour),
  perIpAndAccount: [per(30, hour)],
  perAccount: per(30, hour),
}
