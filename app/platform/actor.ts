/** The client behind a request, before authentication. */
export interface RequestOrigin extends Pick<Actor, 'ip' | 'userAgent' | 'country' | 'now'> {
  /** Secret of the device cookie; null when the client is not a browser. */
  device?: string | null
}

/** The acting user with client details and time. Every account event is recorded with it. */
export interface Actor {
  userId: string
  /** Null when no session acts: the CLI, or a link opened in another browser. */
  sessionId: string | null
  ip: string | null
  userAgent: string | null
  /** ISO 3166 code; absent or null when unknown. */
  country?: string | null
  /** Unix milliseconds; one timestamp for the whole request. */
  now: number
}

export interface SessionActor extends Actor {
  sessionId: string
}
