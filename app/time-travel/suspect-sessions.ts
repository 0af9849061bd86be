import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { firstEventOfSession } from './session-devices.ts'

/** Who was behind an event that its owner does not know: sessions, and from where they came. */
export interface SuspectSessions {
  /** Never the one that asks. */
  sessions: string[]
  client: ClientInfo
  /** The number of their first event. */
  firstSeq: number
}

interface ClientInfo {
  ip: string | null
  user_agent: string | null
}

/** The event that was not its owner. */
export interface ReportedEvent extends ClientInfo {
  seq: number
  at: number
  type: string
  /** JSON. */
  data: string
  session_id: string | null
}

/**
 * The session that acted, and those begun since from the same address with the same browser: what one's password opened, it
 * opened again.
 *
 * @returns null when it was the session that asks
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

export function isSameClient(one: ClientInfo, other: ClientInfo): boolean {
  return isClientKnown(one) && one.ip === other.ip && one.user_agent === other.user_agent
}

/** What has been erased is like nothing. */
function isClientKnown({ ip, user_agent }: ClientInfo): boolean {
  return ip !== null || user_agent !== null
}
