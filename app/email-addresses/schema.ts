export interface EmailAddressesSchema {
  additional_addresses: AdditionalAddressesTable
}

/** Proved addresses of an account beside `users.email`. No address is in both tables, see auth/email-owner.ts. */
export interface AdditionalAddressesTable {
  id: string
  user_id: string
  email: string
  /** Unique. */
  email_key: string
  /** 1 for an address that receives recovery mails and does not sign in. */
  is_recovery_only: number
  /** When it was proved. */
  created_at: number
}
