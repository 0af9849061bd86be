/** The part of Kysely's table types for teams; see app/platform/db/schema.ts. */
export interface TeamSchema {
  teams: TeamsTable
  team_members: TeamMembersTable
  team_handovers: TeamHandoversTable
  team_removals: TeamRemovalsTable
}

export interface TeamsTable {
  id: string
  name: string
  /** Unique; in the address of its pages. */
  slug: string
  /** Null takes that of the settings. */
  seat_limit: number | null
  /** End of the grace period of a pending deletion; null when none is pending. */
  deletes_at: number | null
  /** The owner who asked for the pending deletion; null for the operator. */
  deletion_requested_by: string | null
  created_at: number
  /** The head of the team's event log: number, hash and time of the last event, and the signature. */
  event_count: number
  log_hash: string | null
  logged_at: number | null
  log_signature: string | null
  /** Name of the picture's files in the folder `team-pictures`; null shows initials. */
  picture_id: string | null
  /** 1 when members need a second factor. */
  requires_second_factor: number
  /** JSON with the ways to sign in; null for every one. */
  sign_in_ways: string | null
  /** Null without a limit. */
  max_session_hours: number | null
}

export interface TeamMembersTable {
  team_id: string
  user_id: string
  /** A role of `app/permissions.ts`. */
  role: string
  joined_at: number
  /** The account that let the member in, or last gave them a wider role, and when; null when that is not known. */
  role_given_by: string | null
  role_given_at: number | null
}

/** An offer of the team's ownership, at most one per team. It ends with the membership of either member. */
export interface TeamHandoversTable {
  team_id: string
  /** The owner who offered it. */
  user_id: string
  to_user_id: string
  /** 1 when that owner stays one. */
  is_shared: number
  expires_at: number
}

/** Accounts that were removed: a domain does not let them back in, an invitation does. */
export interface TeamRemovalsTable {
  team_id: string
  user_id: string
  removed_at: number
}
