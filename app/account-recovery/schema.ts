export interface AccountRecoverySchema {
  account_recoveries: AccountRecoveriesTable
}

/** A recovery without the mailbox that waits, at most one per account. */
export interface AccountRecoveriesTable {
  id: string
  /** Unique. */
  user_id: string
  /** SHA-256 of a secret of the browser that finishes it. */
  browser_hash: string
  created_at: number
  /** When a new address and password can be set. */
  ready_at: number
  expires_at: number
}
