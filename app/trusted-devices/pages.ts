export interface TrustedDeviceRow {
  id: string
  /** Such as "Chrome" on "macOS"; null when unknown. */
  browser: string | null
  platform: string | null
  isPhone: boolean
  /** As an ISO 3166 code; null when unknown. */
  country: string | null
  trustedAt: string
  /** Equal to `trustedAt` until it is used. */
  lastUsedAt: string
  endsAt: string
  isThisDevice: boolean
}

export interface TrustedDeviceState {
  browser: string | null
  platform: string | null
  trustedAt: string
  endsAt: string
}
