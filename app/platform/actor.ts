/** The client behind a request, before authentication. */
export interface RequestOrigin extends Pick<Actor, 'ip' | 'userAgent' | 'country' | 'now'> {
  /** Secret of the device cookie; null when the client is not a browser. */
  device?: string | null
  /** Secrets in the trusted-device cookie; each may belong to another account. */
  trustSecrets?: readonly string[]
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
  /** Set when it is not the owner who acts. Recorded with each event, for the owner to see. */
  performedBy?: PerformedBy
}

export interface PerformedBy {
  kind: 'administrator' | 'service' | 'team-member' | 'team-token'
  id: string
  /** The name that the owner sees. Events do not store that of a team member, whose account may be erased before this one. */
  name: string
  reason: string | null
}

export interface SessionActor extends Actor {
  sessionId: string
}

/** The actor of changes by the server itself or the command line. */
export function systemActor(userId: string, now: number): Actor {
  return { userId, sessionId: null, ip: null, userAgent: null, now }
}

/** The actor of an administrator's change of an account. Names them and the reason, but not their client. */
export function administratorActor(
  userId: string,
  administrator: Omit<PerformedBy, 'kind'>,
  now: number,
): Actor {
  return {
    ...systemActor(userId, now),
    performedBy: { kind: 'administrator', ...administrator },
  }
}

/** The kind of actor, for events that contain it. @param otherwise  for a change that nobody else performs */
export function performedByKind<Otherwise>(
  { performedBy }: Pick<Actor, 'performedBy'>,
  otherwise: Otherwise,
): 'administrator' | 'service' | Otherwise {
  const kind = performedBy?.kind
  return kind === 'administrator' || kind === 'service' ? kind : otherwise
}
