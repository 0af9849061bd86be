import { day, hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const maxTeamNameLength = 60
export const minSlugLength = 2
export const maxSlugLength = 40

/** Teams of which an account is an owner. */
export const maxOwnedTeams = 20

/** Members that an owner chooses from for an offer of the ownership. With more, they type the address. */
export const maxOwnerCandidates = 100

const ownershipOfferDays = 7
export const ownershipOfferLifetimeMs = ownershipOfferDays * day

/** After a takeover report, owners learn who got a role through the account in these days. */
export const recentRoleDays = 30
export const recentRoleMs = recentRoleDays * day
export const maxMembersInMail = 20

/** The longest sessions that a team can choose from, in hours. */
export const maxSessionHours = [1, 8, 24, 7 * 24, 30 * 24]

/** The highest seat limit that can be set. */
export const maxSeatLimit = 100_000

export const membersPerPage = 50

/** Changes that mail every member or go to every webhook: name, requirements, roles, offers of ownership, deletion. */
export const teamChangeLimits: AttemptLimits = {
  perIp: per(60, hour),
  perIpAndAccount: [per(20, hour)],
  perAccount: per(20, hour),
}

/** Teams that an account creates. */
export const teamCreationLimits: AttemptLimits = {
  perIp: per(30, hour),
  perIpAndAccount: [per(10, hour)],
  perAccount: per(10, hour),
}
