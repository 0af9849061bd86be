export interface NewDevicePages {
  /** Shown after the correct password on a device that the account has never been used on. */
  'Auth/NewDevice': {
    email: string
    /** False when no further code may be mailed now. */
    isCodeSent: boolean
    codeMinutes: number
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
}
