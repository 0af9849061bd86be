import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'

import { rowsPerPage, shortListRows } from './limits.ts'
import type { SessionPage } from './pages.ts'
import { sessionRow, sessionColumns } from './session-row.ts'

/**
 * Lists live sessions, the current one first, then by last activity.
 *
 * @param requestedPage  1-based, capped to the last; 0 for the short list
 */
export async function listSessions(
  db: Db,
  actor: SessionActor,
  requestedPage: number,
): Promise<SessionPage> {
  const { userId, sessionId, now } = actor
  const ownSessions = liveSessions(db, now).where('user_id', '=', userId)
  const total = await countRows(ownSessions)
  const pages = Math.max(1, Math.ceil(total / rowsPerPage))
  const page = Math.min(requestedPage, pages)
  const rows = await ownSessions
    .select(sessionColumns)
    .orderBy(({ eb }) => eb('id', '=', sessionId), 'desc')
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page === 0 ? shortListRows : rowsPerPage)
    .offset(Math.max(0, page - 1) * rowsPerPage)
    .execute()

  return { rows: rows.map((row) => sessionRow(row, sessionId)), total, page, pages }
}
