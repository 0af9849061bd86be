export interface SessionRow {
  id: string
  /** The owner's name for the device; null without one. */
  name: string | null
  /** Such as "Chrome" on "macOS"; null when unknown. */
  browser: string | null
  platform: string | null
  /** True for tablets too. */
  isPhone: boolean
  ip: string | null
  /** Where the session started, as an ISO 3166 code; null when unknown. */
  country: string | null
  method: string
  signedInAt: string
  lastActiveAt: string
  isThisDevice: boolean
  remembered: boolean
}

export interface SessionPage {
  rows: SessionRow[]
  /** The number of sessions on all pages. */
  total: number
  /** The number of the page, from 1; 0 for the short list: this device and a few more. */
  page: number
  pages: number
}
