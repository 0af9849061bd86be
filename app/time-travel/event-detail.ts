import type { EventDetail } from '#app/pages.ts'
import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

import { difference } from './difference.ts'
import { eventRow, shownColumns } from './event-rows.ts'
import { fold } from './fold.ts'
import { knownEnds, withEnds } from './session-ends.ts'
import { recorded, stateAfter } from './state.ts'

/** One event and what it did. @throws NotFound when the account has none with this number */
export async function eventDetail(
  db: Db,
  { userId, sessionId }: Pick<SessionAccount, 'userId' | 'sessionId'>,
  seq: number,
): Promise<EventDetail> {
  const row = await db
    .selectFrom('events')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!row) throw new NotFound()

  const before = await stateAfter(db, userId, seq - 1)
  const after = fold(before, recorded(row))
  const sessions = Object.keys({ ...before.sessions, ...after.sessions })
  const ends = await knownEnds(db, userId, sessions)
  const acting = row.session_id ? after.sessions[row.session_id] : undefined
  return {
    ...eventRow(row, sessionId),
    method: (acting ?? before.sessions[row.session_id ?? ''])?.method ?? null,
    changes: difference(withEnds(before, ends), withEnds(after, ends)),
  }
}
