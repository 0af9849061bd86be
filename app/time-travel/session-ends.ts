import { sql, SqliteAdapter } from 'kysely'

import type { AccountState } from '#app/account-events.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { unionQueries } from './event-rows.ts'
import { maxUnionQueries } from './limits.ts'

/** End times by session id, ISO 8601. */
export type SessionEnds = ReadonlyMap<string, string>

/**
 * Finds when sessions expired. Expiry itself records no event, so the times come from the sessions that still exist and from
 * the `session.ended` events recorded later.
 */
export async function sessionEnds(
  db: Db,
  userId: string,
  sessions: string[],
): Promise<SessionEnds> {
  const ends = new Map<string, string>()
  for (let from = 0; from < sessions.length; from += maxUnionQueries) {
    const batch = sessions.slice(from, from + maxUnionQueries)
    const [stored, ended] = await Promise.all([
      storedSessions(db, userId, batch),
      sessionEndedEvents(db, userId, batch),
    ])
    for (const { id, expires_at, ends_at } of stored)
      ends.set(id, toIso(Math.min(expires_at, ends_at)))
    for (const { data } of ended) {
      const { session, ranOutAt } = parseEventData(data)
      if (ranOutAt) ends.set(String(session), String(ranOutAt))
    }
  }
  return ends
}

function storedSessions(db: Db, userId: string, sessions: string[]) {
  return db
    .selectFrom('sessions')
    .select(['id', 'expires_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('id', 'in', sessions)
    .execute()
}

/** Must use the exact expressions of the index in migrations/015-session-ends.ts. */
function sessionEndedEvents(db: Db, userId: string, sessions: string[]) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const query = db
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', userId)
    .where(sql<boolean>`type = 'session.ended'`)
  return unionQueries(
    db,
    sessions.map((session) =>
      query.where(isSqlite ? sessionIdInSqlite : sessionIdInPostgres, '=', session),
    ),
  ).execute()
}

const sessionIdInSqlite = sql<string>`case when json_valid(data) then json_extract(data, '$.session') end`
const sessionIdInPostgres = sql<string>`substring(data from '"session":"([^"]*)"')`

export async function withSessionEnds(
  db: Db,
  userId: string,
  state: AccountState,
): Promise<AccountState> {
  return applySessionEnds(state, await sessionEnds(db, userId, Object.keys(state.sessions)))
}

/** Keeps object identity for sessions whose end does not change. */
export function applySessionEnds(state: AccountState, ends: SessionEnds): AccountState {
  const sessions = Object.entries(state.sessions).map(([id, session]) => {
    const endsAt = ends.get(id) ?? session.endsAt
    return [id, endsAt === session.endsAt ? session : { ...session, endsAt }]
  })
  return { ...state, sessions: Object.fromEntries(sessions) }
}
