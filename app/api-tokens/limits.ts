import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Maximum number of tokens of one account, expired ones included. */
export const maxTokens = 50

/** Networks from which one token works. */
export const maxTokenNetworks = 20

/** Networks of one token whose first use is recorded. */
export const maxRecordedNetworks = 100

/** The latest end of a new token. */
export const maxTokenYears = 10
export const maxTokenDays = maxTokenYears * 366

/** How long the previous secret works after a rotation. */
export const rotationOverlapHours = 24
export const rotationOverlapMs = rotationOverlapHours * hour

/** How long expired and revoked tokens stay visible to the user. */
export const endedTokenRetentionMs = 90 * day

/** The dashboard suggests revoking a token that was unused for this long. */
export const unusedAfterDays = 90
export const unusedAfterMs = unusedAfterDays * day

/** Uses of a token are counted in memory and stored at this interval. */
export const useStorageIntervalMs = minute

/** Programs listed for one token; others only count. */
export const maxTokenPrograms = 20

/** Creating and rotating tokens. */
export const creationLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(20, 10 * minute)],
  perAccount: per(60, 60 * minute),
}

/** API requests, as the RateLimit headers report them. */
export const requestsPerToken = per(300, minute)

export const requestsPerIp = per(600, minute)

/** Requests without a valid token. */
export const rejectedRequestsPerIp = per(60, minute)
