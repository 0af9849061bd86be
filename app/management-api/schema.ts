/** The part of Kysely's table types for the management API; see app/platform/db/schema.ts. */
export interface ManagementSchema {
  service_requests: ServiceRequestsTable
}

/** Requests with an idempotency key that succeeded. */
export interface ServiceRequestsTable {
  /** SHA-256 of the token's id and the key. */
  id: string
  /** Digest of method, path and body. */
  digest: string
  /** JSON with ids only, so that nothing of an erased account stays; null for an answer without a body. */
  answer: string | null
  created_at: number
}
