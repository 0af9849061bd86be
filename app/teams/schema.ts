/** The part of Kysely's table types for teams; see app/platform/db/schema.ts. */
export interface TeamSchema {
  teams: TeamsTable
  team_members: TeamMembersTable
  team_invitations: TeamInvitationsTable
  team_handovers: TeamHandoversTable
  team_domains: TeamDomainsTable
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
  /** In `app/permissions.ts`. */
  role: string
  joined_at: number
}

export interface TeamInvitationsTable {
  /** Public: appears in lists and URLs. */
  id: string
  team_id: string
  email: string
  /** Unique within the team. */
  email_key: string
  role: string
  token_hash: string
  /** The member who sent it last. Their invitations end with their membership, and with a change of their role. */
  user_id: string
  /** The token that sent it; null when a member did, or sent it again. It ends when the token is revoked. */
  token_id: string | null
  created_at: number
  expires_at: number
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

/** A domain whose verified addresses may join the team. */
export interface TeamDomainsTable {
  id: string
  team_id: string
  /** In ASCII, lower case. Proved by at most one team. */
  domain: string
  /** In the TXT record that proves it. Public, so it is no secret. */
  token: string
  /** Null until it is proved, and after the record is gone. */
  verified_at: number | null
  /** When the record is looked up next; null while it is not proved. */
  next_check_at: number | null
  /** 0 while nobody joins by it. */
  is_enabled: number
  created_at: number
}

/** Accounts that were removed: a domain does not let them back in, an invitation does. */
export interface TeamRemovalsTable {
  team_id: string
  user_id: string
  removed_at: number
}
