import { day, hour, minute, second } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

export const maxTeamNameLength = 60
export const minSlugLength = 2
export const maxSlugLength = 40

/** Teams of which an account is an owner. */
export const maxOwnedTeams = 20

/** Members that an owner chooses from for an offer of the ownership. With more, they type the address. */
export const maxOwnerCandidates = 100

export const teamInvitationDays = 7
export const teamInvitationLifetimeMs = teamInvitationDays * day

const ownershipOfferDays = 7
export const ownershipOfferLifetimeMs = ownershipOfferDays * day

/** The longest sessions that a team can choose from, in hours. */
export const maxSessionHours = [1, 8, 24, 7 * 24, 30 * 24]

/** Of the seat limit of a team. */
export const maxSeatLimit = 100_000

export const membersPerPage = 50
/** Members, and events, on the overview of a team. */
export const overviewRows = 5

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

/** Changes that mail every member or go to every webhook: name, requirements, roles, offers of ownership, deletion. */
export const teamChangeLimits: AttemptLimits = {
  perIp: [60, hour],
  perIpAndAccount: [[20, hour]],
  perAccount: [20, hour],
}

/** Teams that an account creates. */
export const teamCreationLimits: AttemptLimits = {
  perIp: [30, hour],
  perIpAndAccount: [[10, hour]],
  perAccount: [10, hour],
}
