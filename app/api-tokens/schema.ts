export interface ApiTokensSchema {
  api_tokens: ApiTokensTable
  api_token_places: ApiTokenPlacesTable
  api_token_programs: ApiTokenProgramsTable
}

export interface ApiTokensTable {
  /** Public: appears in lists and URLs, never accepted as a token. */
  id: string
  user_id: string
  name: string
  /** The token's first characters, for recognition. */
  hint: string
  token_hash: string
  /** The token before the last rotation, and when it stops working. */
  previous_hash: string | null
  previous_ends_at: number | null
  /** JSON list of create, read, update, delete. */
  permissions: string
  /** JSON list of allowed IP addresses and ranges; empty allows all. */
  networks: string
  issued_at: number
  expires_at: number | null
  warned_at: number | null
  last_used_at: number | null
  last_used_ip: string | null
  /** Requests so far, up to a minute behind. */
  uses: number
  /** A revoked token stays for a while, so that revoking it again succeeds. */
  revoked_at: number | null
  created_at: number
}

export interface ApiTokenPlacesTable {
  token_id: string
  /** An IPv4 address or an IPv6 /64. */
  place: string
  first_used_at: number
}

/** The programs that used a token, by their user agents. */
export interface ApiTokenProgramsTable {
  id: string
  user_id: string
  token_id: string
  /** The header as it is in the event log; empty without it. */
  user_agent: string
  uses: number
  first_used_at: number
  last_used_at: number
}
