/** The part of Kysely's table types for invitations to teams; see app/platform/db/schema.ts. */
export interface TeamInvitationSchema {
  team_invitations: TeamInvitationsTable
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
