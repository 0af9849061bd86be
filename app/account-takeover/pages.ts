export interface AccountTakeoverPages {
  'Auth/ReportTakeover': {
    /** `ask`: nothing has happened yet. `done`: all access has been revoked. */
    step: 'ask' | 'done'
    /** The address the recovery link is sent to; null when it differs from the recipient of this mail. */
    email: string | null
    /** Whether an address change was undone. */
    restored: boolean
    kept: KeptAccess
    /** The form's URL; null once done. */
    action: string | null
  }
}

/**
 * The access that a takeover report left although it may be an attacker's: the required second factor, or older passkeys; null
 * when nothing stayed.
 */
export type KeptAccess = 'two-factor' | 'passkeys' | null

export type AccessKind =
  | 'password'
  | 'passkeys'
  | 'linked-accounts'
  | 'email-addresses'
  | 'two-factor'
  | 'sessions'
  | 'tokens'
