export interface EmailAddressesPages {
  /** The link mailed to an additional address, opened by the signed-in owner. */
  'Auth/ConfirmAddress': {
    /** Null when the link belongs to another account than the signed-in one. */
    address: { email: string; isRecoveryOnly: boolean } | null
    action: string
  }
}

/** The addresses beside the primary one. */
export interface EmailAddresses {
  proved: { id: string; email: string; isRecoveryOnly: boolean; addedAt: string }[]
  /** The addresses whose link was not opened yet. */
  pending: { id: string; email: string; isRecoveryOnly: boolean; endsAt: string }[]
  /** Maximum of `proved` and `pending` together. */
  max: number
  /** Their mails have a code as well. */
  takesCode: boolean
}

export interface EmailAddressState {
  email: string
  isRecoveryOnly: boolean
  addedAt: string
}
