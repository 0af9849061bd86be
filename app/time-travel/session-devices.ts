import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { eventDevice, unionQueries } from './event-rows.ts'
import { maxSessionFilters, maxUnionQueries } from './limits.ts'
import type { EventDevice, EventFilters } from './pages.ts'

/** The device that started each session, by session id. */
export async function sessionDevices(
  db: Db,
  userId: string,
  sessions: string[],
): Promise<Record<string, EventDevice>> {
  const found: Record<string, EventDevice> = {}
  for (let from = 0; from < sessions.length; from += maxUnionQueries) {
    const batch = sessions.slice(from, from + maxUnionQueries)
    const rows = await unionQueries(
      db,
      batch.map((session) => firstEventOfSession(db, userId, session)),
    ).execute()
    for (const { session_id, ...row } of rows) {
      const device = eventDevice(row)
      if (session_id && device) found[session_id] = device
    }
  }
  return found
}

/** @throws NotFound when the account never had the session */
export async function requireOwnSession(db: Db, userId: string, session: string): Promise<void> {
  const own = await firstEventOfSession(db, userId, session).executeTakeFirst()
  if (!own) throw new NotFound()
}

/** The newest sessions, as filter options. @param open  ids of the open sessions */
export async function recentSessions(
  db: Db,
  userId: string,
  open: string[],
): Promise<EventFilters['devices']> {
  const rows = await db
    .selectFrom('events')
    .select(deviceColumns)
    .where('user_id', '=', userId)
    .where('type', '=', 'session.started')
    .orderBy('seq', 'desc')
    .limit(maxSessionFilters)
    .execute()
  return rows.flatMap(({ session_id, at, ...row }) => {
    const device = eventDevice(row)
    if (!session_id || !device) return []
    return {
      session: session_id,
      startedAt: toIso(at),
      isOpen: open.includes(session_id),
      ...device,
    }
  })
}

const deviceColumns = ['session_id', 'at', 'seq', 'ip', 'user_agent', 'country'] as const

/** A session's first event is its start. */
export function firstEventOfSession(db: Db, userId: string, session: string) {
  return db
    .selectFrom('events')
    .select(deviceColumns)
    .where('user_id', '=', userId)
    .where('session_id', '=', session)
    .orderBy('seq')
    .limit(1)
}
