import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { firstOf } from './devices.ts'

/** Who was behind an event that its owner does not know: sessions, and from where they came. */
export interface Suspects {
  /** Never the one that asks. */
  sessions: string[]
  from: Origin
  /** The number of their first event. */
  since: number
}

interface Origin {
  ip: string | null
  user_agent: string | null
}

/** The event that was not its owner. */
export interface Disowned extends Origin {
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
export async function suspects(
  db: Db,
  { userId, sessionId }: Pick<SessionAccount, 'userId' | 'sessionId'>,
  acted: Disowned,
): Promise<Suspects | null> {
  if (acted.session_id === sessionId) return null

  const own = acted.session_id && (await firstOf(db, userId, acted.session_id).executeTakeFirst())
  const from = own || acted
  const since = await db
    .selectFrom('events')
    .select('session_id')
    .where('user_id', '=', userId)
    .where('type', '=', 'session.started')
    .where('seq', '>=', from.seq)
    .where('ip', 'is not distinct from', from.ip)
    .where('user_agent', 'is not distinct from', from.user_agent)
    .execute()

  const found = isKnown(from) ? since.map((it) => it.session_id) : []
  const sessions = new Set([acted.session_id, ...found].filter((id) => id !== null))
  sessions.delete(sessionId)
  return { sessions: [...sessions], from, since: from.seq }
}

export function isSame(one: Origin, other: Origin): boolean {
  return isKnown(one) && one.ip === other.ip && one.user_agent === other.user_agent
}

/** What has been erased is like nothing. */
function isKnown({ ip, user_agent }: Origin): boolean {
  return ip !== null || user_agent !== null
}
