import type { TeamLogRow } from '#app/team-log/pages.ts'

export interface AdminTeamPages {
  'Admin/Teams': {
    /** The beginning of a name or a URL, or an id; empty for all. */
    search: string
    list: AdminTeamRow[]
    /** For `?cursor=`; null on the last page and for a search, which shows its first matches only. */
    nextCursor: string | null
  }
  'Admin/Team': {
    team: AdminTeam
    /** Sorted by account id. */
    members: AdminTeamMember[]
    /** For `?after=`; null on the last page. */
    nextMember: string | null
    /** The latest events of the team. */
    events: TeamLogRow[]
    maxSeatLimit: number
  }
}

export interface AdminTeamRow {
  id: string
  name: string
  slug: string
  createdAt: string
  /** Null when no deletion is pending. */
  deletesAt: string | null
}

export interface AdminTeam extends AdminTeamRow {
  memberCount: number
  seats: number
  /** Null takes the seats of the settings. */
  seatLimit: number | null
}

export interface AdminTeamMember {
  id: string
  name: string
  email: string
  role: string
  joinedAt: string
}
