import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { firstEventOfSession } from './session-devices.ts'

/** The sessions and the client behind a reported event. */
export interface SuspectSessions {
  /** Never includes the current session. */
  sessions: string[]
  client: ClientInfo
  /** Number of their first event. */
  firstSeq: number
}

interface ClientInfo {
  ip: string | null
  user_agent: string | null
}

/** An event that the owner reported as not theirs. */
export interface ReportedEvent extends ClientInfo {
  seq: number
  at: number
  type: string
  /** JSON. */
  data: string
  session_id: string | null
}

/**
 * Finds the session that acted, and those started since from the same IP address and user agent.
 *
 * @returns null when it was the current session
 */
export async function suspectSessions(
  db: Db,
  { userId, sessionId }: Pick<SessionActor, 'userId' | 'sessionId'>,
  reported: ReportedEvent,
): Promise<SuspectSessions | null> {
  if (reported.session_id === sessionId) return null

  const firstEvent =
    reported.session_id &&
    (await firstEventOfSession(db, userId, reported.session_id).executeTakeFirst())
  const client = firstEvent || reported
  const since = await db
    .selectFrom('events')
    .select('session_id')
    .where('user_id', '=', userId)
    .where('type', '=', 'session.started')
    .where('seq', '>=', client.seq)
    .where('ip', 'is not distinct from', client.ip)
    .where('user_agent', 'is not distinct from', client.user_agent)
    .execute()

  const found = isClientKnown(client) ? since.map((it) => it.session_id) : []
  const sessions = new Set([reported.session_id, ...found].filter((id) => id !== null))
  sessions.delete(sessionId)
  return { sessions: [...sessions], client, firstSeq: client.seq }
}

export function isSameClient(a: ClientInfo, b: ClientInfo): boolean {
  return isClientKnown(a) && a.ip === b.ip && a.user_agent === b.user_agent
}

/** Erased client data matches nothing. */
function isClientKnown({ ip, user_agent }: ClientInfo): boolean {
  return ip !== null || user_agent !== null
}
