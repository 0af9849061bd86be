export interface TeamLogRow {
  seq: number
  at: string
  /** A `TeamLogEventType`, or one that a newer version wrote. */
  type: string
  /** Null when the account was erased. */
  actor: string | null
  /** The member concerned, if it is another one; null when the account was erased. */
  member?: string | null
  /** Only when the operator acted, who is the actor then. */
  operator?: { reason: string | null }
  /** The actor is an API token of the team. */
  isToken?: true
  data: Record<string, unknown>
}
