import type { Generated } from 'kysely'

export interface TwoFactorSchema {
  two_factor_setups: TwoFactorSetupsTable
  two_factor_challenges: TwoFactorChallengesTable
  recovery_codes: RecoveryCodesTable
  pending_recovery_codes: PendingRecoveryCodesTable
}

/** A two-factor enrollment that waits for its first code, at most one per account. */
export interface TwoFactorSetupsTable {
  id: string
  user_id: string
  secret_sealed: string
  created_at: number
  expires_at: number
}

/** Correct password, second factor pending. Never a session: only the challenge routes read it. */
export interface TwoFactorChallengesTable {
  id: string
  user_id: string
  token_hash: string
  /** The step it waits for. */
  kind: Generated<'second-factor' | 'new-device'>
  /** With `new-device`: when its latest code was mailed; null before. */
  code_sent_at: Generated<number | null>
  /** SHA-256 of the password hash: a password change invalidates the challenge. Empty after a provider. */
  password_digest: string
  /** The linked account that was used instead of a password; unlinking it invalidates the challenge. */
  linked_account_id: Generated<string | null>
  /** The session at the provider (`sid`). */
  provider_sid: Generated<string | null>
  /** The address whose mailed code was used instead of a password, or that was entered with it on a new device; the challenge ends with it. */
  email_key: Generated<string | null>
  remembered: number
  wrong_count: number
  /** The client that entered the password. */
  ip: Generated<string | null>
  user_agent: Generated<string | null>
  country: Generated<string | null>
  /** 1 when the account had been used in it before. */
  known_device: Generated<number>
  created_at: number
  expires_at: number
}

export interface RecoveryCodesTable {
  user_id: string
  /** Salted argon2id; SHA-256 for the longer codes made before codes were short. See two-factor/recovery-codes.ts. */
  code_hash: string
  created_at: number
}

/** New recovery codes that do not work yet, at most one set per account. */
export interface PendingRecoveryCodesTable {
  id: string
  user_id: string
  /** JSON list. */
  code_hashes: string
  created_at: number
  expires_at: number
}
