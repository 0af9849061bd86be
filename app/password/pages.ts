import type { SuspectPasskey } from '#app/passkeys/pages.ts'
import type { SuspectLinkedAccount } from '#app/providers/pages.ts'

export interface PasswordPages {
  'Auth/ForgotPassword': {
    /** The signed-in user's address; empty for a guest. */
    email: string
    /** The address that was mailed a code from this browser; null without an open code. */
    codeSentTo: string | null
    /** Whether accounts can be recovered without the mailbox. */
    offersRecovery: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  'Auth/ResetPassword': {
    token: string
    /** The account's address; null when the link is invalid or expired. */
    email: string | null
    /** False for an account that gets one with this link. */
    hasPassword: boolean
    /** Whether API tokens exist, which can be revoked as well. */
    hasTokens: boolean
    /** Passkeys that can be removed along with the password. */
    passkeys: SuspectPasskey[]
    /** Linked accounts that can be unlinked along with the password. */
    linkedAccounts: SuspectLinkedAccount[]
    passwordMinLength: number
  }
}

export interface PasswordSection {
  /** False for an account with other sign-in methods only. */
  hasPassword: boolean
  /** When it was last set; null without a password, or when the event log does not tell. */
  changedAt: string | null
  hasTokens: boolean
  minLength: number
}
