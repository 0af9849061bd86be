/** The part of Kysely's table types for domains of teams; see app/platform/db/schema.ts. */
export interface TeamDomainSchema {
  team_domains: TeamDomainsTable
}

/** A domain whose verified addresses may join the team. */
export interface TeamDomainsTable {
  id: string
  team_id: string
  /** ASCII, lower case. Proved by at most one team. */
  domain: string
  /** The value of the TXT record that proves it. It is public, so it is no secret. */
  token: string
  /** Null until it is proved, and after the record is gone. */
  verified_at: number | null
  /** When the record is looked up next; null while it is not proved. */
  next_check_at: number | null
  /** 0 while nobody joins by it. */
  is_enabled: number
  created_at: number
  /** The member who last added, proved or enabled it; null when that is not known. */
  changed_by: string | null
  /** Null when that is not known. */
  added_by: string | null
}
