import type { EventDevice, EventFilters } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { moment } from '#app/platform/moment.ts'

import { each, mostParts } from './each.ts'
import { deviceOf } from './event-rows.ts'

/** From where sessions were begun, as the record tells, by their ids. */
export async function devicesOf(
  db: Db,
  userId: string,
  sessions: string[],
): Promise<Record<string, EventDevice>> {
  const found: Record<string, EventDevice> = {}
  for (let from = 0; from < sessions.length; from += mostParts) {
    const part = sessions.slice(from, from + mostParts)
    const rows = await each(
      db,
      part.map((session) => firstOf(db, userId, session)),
    ).execute()
    for (const { session_id, ...row } of rows) {
      const device = deviceOf(row)
      if (session_id && device) found[session_id] = device
    }
  }
  return found
}

/** @throws NotFound when the account never had the session */
export async function refuseForeign(db: Db, userId: string, session: string): Promise<void> {
  const own = await firstOf(db, userId, session).executeTakeFirst()
  if (!own) throw new NotFound()
}

const mostOffered = 30

/** The newest sessions, to choose whose events are shown. @param open  the ids of those that are open */
export async function newestSessions(
  db: Db,
  userId: string,
  open: string[],
): Promise<EventFilters['devices']> {
  const rows = await db
    .selectFrom('events')
    .select(columns)
    .where('user_id', '=', userId)
    .where('type', '=', 'session.started')
    .orderBy('seq', 'desc')
    .limit(mostOffered)
    .execute()
  return rows.flatMap(({ session_id, at, ...row }) => {
    const device = deviceOf(row)
    if (!session_id || !device) return []
    return {
      session: session_id,
      startedAt: moment(at),
      isOpen: open.includes(session_id),
      ...device,
    }
  })
}

const columns = ['session_id', 'at', 'seq', 'ip', 'user_agent'] as const

/** The first that a session did was to begin. */
export function firstOf(db: Db, userId: string, session: string) {
  return db
    .selectFrom('events')
    .select(columns)
    .where('user_id', '=', userId)
    .where('session_id', '=', session)
    .orderBy('seq')
    .limit(1)
}
