import { hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Changes by one administrator. */
export const administratorLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [per(120, hour)],
  perAccount: per(120, hour),
}

/** Changes of one account or team, by all administrators; a lock and the end of its sessions do not count. */
export const changedAccountLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [per(20, hour)],
  perAccount: per(20, hour),
}

export const accountsPerPage = 25

export const teamsPerPage = 25

/** Members on one page of a team. */
export const membersPerTeam = 25

/** Matches of a search for accounts, by address and by name each, or for teams, by URL and by name each. */
export const matchesPerSearch = 25

/** Sessions and events on the page of an account. */
export const sessionsPerAccount = 20
export const eventsPerAccount = 20

/** How many days the figures on the first page of the admin area cover. */
export const figureDays = 30

export const maxFailedJobs = 100

/** Messages of a webhook endpoint on one page. */
export const deliveriesPerPage = 50

/** Invitations, and waiting addresses, on one page of their list. */
export const invitationsPerPage = 50

/** Invitations by administrators. The account is the invited address. */
export const invitingLimits: AttemptLimits = {
  perIp: per(600, 60 * minute),
  perIpAndAccount: [per(6, 60 * minute)],
  perAccount: per(10, 60 * minute),
}
