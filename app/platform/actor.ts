/** Where a request comes from and when, before anyone is known. */
export interface RequestOrigin extends Pick<Actor, 'ip' | 'userAgent' | 'country' | 'now'> {
  /** The secret of the cookie that names this browser; null where no browser is at work. */
  device?: string | null
}

/** Who acts, from where and when: what every change of an account is recorded with. */
export interface Actor {
  userId: string
  /** Null when no session acts, as for the operator or a link opened in another browser. */
  sessionId: string | null
  ip: string | null
  userAgent: string | null
  /** As an ISO 3166 code; left out or null when nobody says. */
  country?: string | null
  /** Unix milliseconds of this request; one moment for all it does. */
  now: number
}

/** The same where a session acts. */
export interface SessionActor extends Actor {
  sessionId: string
}
