import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { dataIn } from './data-in.ts'

/** Sessions that ran out wait to be noticed for an hour or so, not longer than this many others take to end. */
const looksAhead = 200

/**
 * When sessions ran out that were still on the record after an event: nobody wrote it down at that moment. Told by those
 * that are there, and by what was written down later.
 */
export async function knownEnds(db: Db, userId: string, seq: number): Promise<Map<string, string>> {
  const [live, ended] = await Promise.all([
    db
      .selectFrom('sessions')
      .select(['id', 'expires_at', 'ends_at'])
      .where('user_id', '=', userId)
      .execute(),
    db
      .selectFrom('events')
      .select('data')
      .where('user_id', '=', userId)
      .where('type', '=', 'session.ended')
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(looksAhead)
      .execute(),
  ])
  const ends = new Map(
    live.map(({ id, expires_at, ends_at }) => [id, moment(Math.min(expires_at, ends_at))]),
  )
  for (const { data } of ended) {
    const { session, ranOutAt } = dataIn(data)
    if (ranOutAt) ends.set(String(session), String(ranOutAt))
  }
  return ends
}

/** Those whose end is known already stay the very ones they are. */
export function withEnds(state: AccountState, ends: Map<string, string>): AccountState {
  const sessions = Object.entries(state.sessions).map(([id, session]) => {
    const endsAt = ends.get(id) ?? session.endsAt
    return [id, endsAt === session.endsAt ? session : { ...session, endsAt }]
  })
  return { ...state, sessions: Object.fromEntries(sessions) }
}
