import type { AccessKind } from '#app/account-takeover/pages.ts'

export interface EmailChangePages {
  'Auth/EmailChange': {
    /** The effect of submitting the form. */
    step: 'confirm' | 'undo'
    name: string
    /** The address the account gets: the new one, or the restored one. */
    email: string
    /** The account as it was before; null for `undo`. */
    account: AccountBefore | null
    action: string
  }
}

/** An account that moves to another address, for its reader to judge. */
export interface AccountBefore {
  createdAt: string
  /** Shortened addresses that can take the account back. */
  earlierAddresses: string[]
  access: AccessKind[]
}

export interface PendingEmailChange {
  email: string
  /** When its link expires. */
  endsAt: string
  /** The mail has a code as well. */
  takesCode: boolean
}
