export interface EmailVerificationPages {
  'Auth/VerifyEmail': {
    /** `sent`: a link was mailed. `confirm`: the link was opened and needs one click. */
    step: 'sent' | 'confirm'
    email: string
    /** True when the link was opened in another browser than the one that registered. */
    needsPassword: boolean
    /** The URL that offers and takes the first passkey, and the form that asks for a password instead; null for a registration with a password. */
    passkey?: { action: string; passwordUrl: string } | null
    /** The form's URL; null while there is nothing to confirm. */
    action: string | null
    /** Whether the mail has a code, too. */
    takesCode?: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl?: string | null
    /** While `sent`: where another address can be entered; null for an existing account. */
    changeUrl?: string | null
  }
}
