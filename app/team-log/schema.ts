/** The part of Kysely's table types for the logs of teams, whose heads are in `teams`; see app/platform/db/schema.ts. */
export interface TeamLogSchema {
  team_events: TeamEventsTable
}

export interface TeamEventsTable {
  team_id: string
  /** 1, 2, 3 … without gaps per team. */
  seq: number
  type: string
  /** JSON with the ids of members; never an address or a name of a person, so that nothing of an erased account stays. */
  data: string
  at: number
  content_digest: string
  hash: string
  signature: string
}
