export interface WaitlistSchema {
  waitlist: WaitlistTable
}

/** Proved addresses without an account that wait for an invitation. */
export interface WaitlistTable {
  id: string
  email: string
  email_key: string
  locale: string | null
  created_at: number
}
