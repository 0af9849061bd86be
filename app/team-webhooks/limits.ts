import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const maxTeamWebhooks = 10
export const webhookMessagesPerPage = 25

/** Changes of a team's webhooks by one account. */
export const teamWebhookLimits: AttemptLimits = {
  perIp: per(120, hour),
  perIpAndAccount: [per(60, hour)],
  perAccount: per(60, hour),
}
