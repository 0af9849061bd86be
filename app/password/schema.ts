export interface PasswordSchema {
  previous_passwords: PreviousPasswordsTable
}

export interface PreviousPasswordsTable {
  /** Sorts by the time of the replacement. */
  id: string
  user_id: string
  hash_sealed: string
  replaced_at: number
}
