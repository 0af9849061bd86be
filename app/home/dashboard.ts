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

/** The latest sessions, this device first, their number, and the security issues of the account. */
export function dashboard(db: Db, user: CurrentSession, now: number): MaybePromise<DashboardData> {
  const { user_id, session_id } = user
  const params = { userId: user_id, now }
  return whenReady(sessionsWithCounts(db, params), (rows) => {
    const [counts] = rows
    const sessionCount = Number(counts?.session_count ?? 0)
    const others = rows.filter(({ id }) => id !== session_id).slice(0, maxSessions - 1)
    const currentSession =
      rows.find(({ id }) => id === session_id) ?? sessionBeyondLimit(db, session_id)
    return whenReady(currentSession, (row) => ({
      sessions: [row, ...others].map((session) => sessionRow(session, session_id)),
      sessionCount,
      securityIssues: counts ? securityIssues(user, counts, sessionCount) : [],
      passkeyOffer: counts !== undefined && offersPasskey(counts, row, now),
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

/** The current session when `maxSessions` others were active since. */
async function sessionBeyondLimit(db: Db, session: string): Promise<SessionRecord> {
  const live = db.selectFrom('sessions').select(sessionColumns).where('id', '=', session)
  return live.executeTakeFirstOrThrow(() => new NotSignedIn())
}
