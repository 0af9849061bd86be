import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

export const teamInvitationDays = 7
export const teamInvitationLifetimeMs = teamInvitationDays * day

/** Invitations that an account sends, and sends again. */
export const teamInvitationMails: AttemptLimits = {
  perIp: [60, hour],
  perIpAndAccount: [[30, hour]],
  perAccount: [30, hour],
}

/** Attempts at the link of an invitation. */
export const teamInvitationLinkLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [60, hour],
}
