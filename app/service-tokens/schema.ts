/** The part of Kysely's table types for service tokens; see app/platform/db/schema.ts. */
export interface ServiceTokenSchema {
  service_tokens: ServiceTokensTable
}

export interface ServiceTokensTable {
  id: string
  /** The name that owners of changed accounts see. */
  name: string
  /** The first characters of the token. */
  hint: string
  token_hash: string
  /** JSON array of permissions. */
  permissions: string
  expires_at: number
  revoked_at: number | null
  /** Up to a minute behind. */
  last_used_at: number | null
  created_at: number
}
