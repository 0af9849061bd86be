/** The part of Kysely's table types for API tokens of teams; see app/platform/db/schema.ts. */
export interface TeamTokenSchema {
  team_tokens: TeamTokensTable
}

/** API tokens of a team. */
export interface TeamTokensTable {
  id: string
  team_id: string
  name: string
  /** The first characters of the token. */
  hint: string
  token_hash: string
  /** JSON array of permissions. */
  permissions: string
  /** The member who created it. It is revoked when they leave, or their role no longer permits it. Null for some older ones. */
  created_by: string | null
  /** Null for never. */
  expires_at: number | null
  /** Up to a minute behind. */
  last_used_at: number | null
  created_at: number
}
