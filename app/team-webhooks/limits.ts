import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

export const maxTeamWebhooks = 10
export const webhookMessagesPerPage = 25

/** Changes of a team's webhooks by one account. */
export const teamWebhookLimits: AttemptLimits = {
  perIp: [120, hour],
  perIpAndAccount: [[60, hour]],
  perAccount: [60, hour],
}
