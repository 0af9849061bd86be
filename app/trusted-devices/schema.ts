export interface TrustedDevicesSchema {
  trusted_devices: TrustedDevicesTable
  used_trust_secrets: UsedTrustSecretsTable
}

/** Browsers that may skip the account's second factor. */
export interface TrustedDevicesTable {
  /** Public: appears in lists and URLs. */
  id: string
  user_id: string
  token_hash: string
  /** The user agent when the device became trusted. */
  user_agent: string | null
  country: string | null
  created_at: number
  last_used_at: number
  expires_at: number
}

/** Secrets that a trusted device had before. */
export interface UsedTrustSecretsTable {
  token_hash: string
  device_id: string
  used_at: number
}
