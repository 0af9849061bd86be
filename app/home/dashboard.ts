import {
  sessionRow,
  type SessionRecord,
  sessionColumns,
} from '#app/browser-sessions/browser-sessions.ts'
import type { Pages } from '#app/pages.ts'
import { isPasskeyOffered, offerDeclinedColumn } from '#app/passkeys/passkeys.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { whenReady, type MaybePromise } from '#app/platform/lib/maybe-promise.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { type SecurityCounts, securityCountColumns, securityIssues } from './security-checkup.ts'

const maxSessions = 5

type DashboardData = Pick<
  Pages['Dashboard'],
  'sessions' | 'sessionCount' | 'securityIssues' | 'passkeyOffer'
>

/**
 * The latest sessions, this device first, their number, and the security issues of the account. During support access this device
 * has no session of the account.
 */
export function dashboard(db: Db, user: CurrentSession, now: number): MaybePromise<DashboardData> {
  const { user_id, session_id } = user
  const params = { userId: user_id, now }
  return whenReady(sessionsWithCounts(db, params), (rows) => {
    const [counts] = rows
    const sessionCount = Number(counts?.session_count ?? 0)
    const others = rows.filter(({ id }) => id !== session_id)
    return whenReady(currentSession(db, user, rows), (current) => ({
      sessions: [...(current ? [current] : []), ...others]
        .slice(0, maxSessions)
        .map((session) => sessionRow(session, session_id)),
      sessionCount,
      securityIssues: counts ? securityIssues(user, counts, sessionCount) : [],
      passkeyOffer: counts !== undefined && current !== null && offersPasskey(counts, current, now),
    }))
  })
}

function offersPasskey(
  { passkeys, offer_declined_at }: SecurityCounts & { offer_declined_at: number | null },
  { method }: SessionRecord,
  now: number,
): boolean {
  const declinedAt = offer_declined_at === null ? null : Number(offer_declined_at)
  return isPasskeyOffered({ method, passkeys: Number(passkeys), declinedAt, now })
}

/** Selects the latest live sessions with the number of all and the security counts on each row: one query instead of seven. */
const sessionsWithCounts = preparedQuery((db: Db, params: { userId: string; now: number }) =>
  liveSessions(db, params.now)
    .select([...sessionColumns, ...securityCountColumns(db, params)])
    .select(offerDeclinedColumn(db, params.userId))
    // Not a window function, for which every row would be read in full before the limit.
    .select(
      liveSessions(db, params.now)
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('user_id', '=', params.userId)
        .as('session_count'),
    )
    .where('user_id', '=', params.userId)
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions),
)

/**
 * One statement more when `maxSessions` others were active since. Null during support access: the session is then of another account.
 */
function currentSession(
  db: Db,
  { user_id, session_id, opened_support }: CurrentSession,
  rows: readonly SessionRecord[],
): MaybePromise<SessionRecord | null> {
  const listed = rows.find(({ id }) => id === session_id)
  if (listed) return listed
  const unlisted = db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return whenReady(unlisted, (row) => {
    if (!row && opened_support === null) throw new NotSignedIn()
    return row ?? null
  })
}
