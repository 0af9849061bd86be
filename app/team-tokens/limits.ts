import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** API tokens of a team, those included that expired lately. */
export const maxTeamTokens = 20
/** How long expired tokens stay visible to the team. */
export const expiredTeamTokenRetentionMs = 90 * day
/** The last use of a token of a team is stored once in this time. */
export const teamTokenUseIntervalMs = minute

/** Tokens of teams that an account creates; each mails the owners. */
export const teamTokenLimits: AttemptLimits = {
  perIp: per(60, hour),
  perIpAndAccount: [per(20, hour)],
  perAccount: per(20, hour),
}
