import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const teamInvitationDays = 7
export const teamInvitationLifetimeMs = teamInvitationDays * day

/** Invitations that an account sends, and sends again. */
export const teamInvitationMails: AttemptLimits = {
  perIp: per(60, hour),
  perIpAndAccount: [per(30, hour)],
  perAccount: per(30, hour),
}

/** Attempts at the link of an invitation. */
export const teamInvitationLinkLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(10, 10 * minute)],
  perAccount: per(60, hour),
}
