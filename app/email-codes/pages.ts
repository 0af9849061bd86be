export interface EmailCodesPages {
  'Auth/EmailCode': {
    /** A code was mailed there, if it has an account. */
    email: string
    remember: boolean
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
}
