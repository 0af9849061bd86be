import { sessionRow, shownColumns } from '#app/browser-sessions/browser-sessions.ts'
import type { Pages } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { prepared } from '#app/platform/db/prepared.ts'
import { day } from '#app/platform/durations.ts'
import { moment } from '#app/platform/moment.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

import { countsOf, weakSpots } from './check-up.ts'

const unusedMs = 90 * day
const mostShown = 100

type Overview = Omit<Pages['Dashboard'], 'lately'>

/** What the dashboard tells at once: where the account is signed in (this device first, then by last use), and what could be better. */
export async function overview(db: Db, person: SignedIn, now: number): Promise<Overview> {
  const { user_id, session_id } = person
  const here = { user: user_id, session: session_id }
  const rows = await facts(db, { ...here, now, unusedSince: now - unusedMs })
  const [counts] = rows
  return {
    sessions: rows.map((row) => sessionRow(row, session_id)),
    weakSpots: counts ? weakSpots(person, counts, rows.length) : [],
    memberSince: moment(person.created_at),
  }
}

/** A row for each live session, and on each the same counts: one question instead of seven. */
const facts = prepared(
  (db: Db, asked: { user: string; session: string; now: number; unusedSince: number }) =>
    db
      .selectFrom('sessions')
      .select([...shownColumns, ...countsOf(db, asked)])
      .where('user_id', '=', asked.user)
      .where('expires_at', '>', asked.now)
      .where('ends_at', '>', asked.now)
      .orderBy(({ eb }) => eb('id', '=', asked.session), 'desc')
      .orderBy('last_active_at', 'desc')
      .orderBy('id', 'desc')
      .limit(({ lit }) => lit(mostShown)),
)
