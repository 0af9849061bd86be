import { sql, SqliteAdapter } from 'kysely'

import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { dataIn } from './data-in.ts'
import { each, mostParts } from './each.ts'

/** The ends of sessions by their ids, ISO 8601. */
export type Ends = ReadonlyMap<string, string>

/**
 * When sessions ran out that were on the record as open: nobody wrote it down at that moment. Told by those that are there,
 * and by what was written down later.
 */
export async function knownEnds(db: Db, userId: string, sessions: string[]): Promise<Ends> {
  const ends = new Map<string, string>()
  for (let from = 0; from < sessions.length; from += mostParts) {
    const part = sessions.slice(from, from + mostParts)
    const [live, ended] = await Promise.all([
      liveAmong(db, userId, part),
      endedAmong(db, userId, part),
    ])
    for (const { id, expires_at, ends_at } of live)
      ends.set(id, moment(Math.min(expires_at, ends_at)))
    for (const { data } of ended) {
      const { session, ranOutAt } = dataIn(data)
      if (ranOutAt) ends.set(String(session), String(ranOutAt))
    }
  }
  return ends
}

function liveAmong(db: Db, userId: string, sessions: string[]) {
  return db
    .selectFrom('sessions')
    .select(['id', 'expires_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('id', 'in', sessions)
    .execute()
}

/** In the very words of the index: see migrations/015-session-ends.ts. */
function endedAmong(db: Db, userId: string, sessions: string[]) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const part = db
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', userId)
    .where(sql<boolean>`type = 'session.ended'`)
  return each(
    db,
    sessions.map((session) => part.where(isSqlite ? endedInSqlite : endedInPostgres, '=', session)),
  ).execute()
}

const endedInSqlite = sql<string>`case when json_valid(data) then json_extract(data, '$.session') end`
const endedInPostgres = sql<string>`substring(data from '"session":"([^"]*)"')`

/** The state with what is known of its sessions' ends. */
export async function withKnownEnds(
  db: Db,
  userId: string,
  state: AccountState,
): Promise<AccountState> {
  return withEnds(state, await knownEnds(db, userId, Object.keys(state.sessions)))
}

/** Those whose end is known already stay the very ones they are. */
export function withEnds(state: AccountState, ends: Ends): AccountState {
  const sessions = Object.entries(state.sessions).map(([id, session]) => {
    const endsAt = ends.get(id) ?? session.endsAt
    return [id, endsAt === session.endsAt ? session : { ...session, endsAt }]
  })
  return { ...state, sessions: Object.fromEntries(sessions) }
}
