export interface AccountRecoveryPages {
  'Auth/RecoverAccount': {
    /** `waiting`: this browser has requested a recovery. `ready`: its waiting time is over. */
    step: 'ask' | 'waiting' | 'ready'
    /** When the step after this one begins: the waiting time is over, or the recovery expires. Null for `ask`. */
    until: string | null
    /** The recovery of this browser was stopped, has expired, or is finished elsewhere. */
    isOver: boolean
    waitHours: number
    /** The mail to the new address has a code as well. */
    takesCode: boolean
    /** Some account trusts this browser, so the code from the app may be left out. */
    isTrusted: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  'Auth/FinishRecovery': {
    /** The new one, which the link proves. */
    email: string
    /** Only the browser that waited can finish. */
    isOtherBrowser: boolean
    passwordMinLength: number
    action: string
  }
  'Auth/StopRecovery': {
    /** The form's URL; null once done. */
    action: string | null
    /** Where the owner creates new recovery codes, after signing in. */
    reviewUrl: string
  }
}

export interface OpenRecovery {
  requestedAt: string
  /** When a new address and password can be set. */
  readyAt: string
}
