import { sessionRow, type Shown, shownColumns } from '#app/browser-sessions/browser-sessions.ts'
import type { Pages } from '#app/pages.ts'
import { after, type Awaitable } from '#app/platform/awaitable.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { prepared } from '#app/platform/db/prepared.ts'
import { day } from '#app/platform/durations.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

import { countsOf, weakSpots } from './check-up.ts'

const unusedMs = 90 * day
const mostShown = 100

type Overview = Pick<Pages['Dashboard'], 'sessions' | 'weakSpots'>

/** What the dashboard tells at once: where the account is signed in (this device first, then by last use), and what could be better. */
export function overview(db: Db, person: SignedIn, now: number): Awaitable<Overview> {
  const { user_id, session_id } = person
  const asked = { user: user_id, now, unusedSince: now - unusedMs }
  return after(facts(db, asked), (rows) => {
    const [counts] = rows
    const others = rows.filter(({ id }) => id !== session_id)
    const here = rows.find(({ id }) => id === session_id) ?? unlisted(db, session_id)
    return after(here, (row) => ({
      sessions: [row, ...others].map((each) => sessionRow(each, session_id)),
      weakSpots: counts ? weakSpots(person, counts, rows.length) : [],
    }))
  })
}

/** A row for each live session, and on each the same counts: one question instead of six. */
const facts = prepared((db: Db, asked: { user: string; now: number; unusedSince: number }) =>
  db
    .selectFrom('sessions')
    .select([...shownColumns, ...countsOf(db, asked)])
    .where('user_id', '=', asked.user)
    .where('expires_at', '>', asked.now)
    .where('ends_at', '>', asked.now)
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(mostShown)),
)

/** This device, where so many others were used since that the list ends before it. */
async function unlisted(db: Db, session: string): Promise<Shown> {
  const live = db.selectFrom('sessions').select(shownColumns).where('id', '=', session)
  return live.executeTakeFirstOrThrow(() => new NotSignedIn())
}
