export interface TimeTravelSchema {
  account_snapshots: AccountSnapshotsTable
}

/** Cached account state after the event `seq`, so that Time Travel does not replay the whole log. Can be rebuilt anytime. */
export interface AccountSnapshotsTable {
  user_id: string
  seq: number
  /** JSON of `AccountState`. */
  state: string
  /** Signature over the three columns above; a snapshot without a valid one is ignored. */
  signature: string
}
