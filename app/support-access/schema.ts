/** The part of Kysely's table types for support access; see app/platform/db/schema.ts. */
export interface SupportAccessSchema {
  support_sessions: SupportSessionsTable
}

/** Requests of administrators to see an account, and the approved ones. A row is deleted when it is declined or ended. */
export interface SupportSessionsTable {
  /** Public: it is in the link, which only the signed-in owner can use. */
  id: string
  user_id: string
  administrator_id: string
  /** The administrator's session. The access ends with it. */
  session_id: string
  reason: string
  requested_at: number
  /** Null until the owner approves. */
  approved_at: number | null
  /** Since when that session sees the account; null until it is opened. */
  opened_at: number | null
  /** A JSON list of the paths, with their queries, that are events already. */
  opened_pages: string
  /** When the request expires; once approved, when the access does. */
  expires_at: number
}
