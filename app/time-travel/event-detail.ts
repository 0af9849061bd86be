import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

import { toRecordedEvent, stateAfterEvent } from './account-state-at.ts'
import { addMemberNames } from './add-member-names.ts'
import { diffStates } from './diff.ts'
import { eventRow, eventColumns } from './event-rows.ts'
import { fold } from './fold.ts'
import type { EventDetail } from './pages.ts'
import { sessionEnds, applySessionEnds } from './session-ends.ts'

/** An event with the changes it made. @throws NotFound when the account has no such event */
export async function eventDetail(
  db: Db,
  { userId, sessionId }: Pick<SessionActor, 'userId' | 'sessionId'>,
  seq: number,
): Promise<EventDetail> {
  const row = await db
    .selectFrom('events')
    .select(eventColumns)
    .where('user_id', '=', userId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!row) throw new NotFound()

  const before = await stateAfterEvent(db, userId, seq - 1)
  const after = fold(before, toRecordedEvent(row))
  const sessions = Object.keys({ ...before.sessions, ...after.sessions })
  const ends = await sessionEnds(db, userId, sessions)
  const actingSession = row.session_id ? after.sessions[row.session_id] : undefined
  const [named = eventRow(row, sessionId)] = await addMemberNames(db, [eventRow(row, sessionId)])
  return {
    ...named,
    method: (actingSession ?? before.sessions[row.session_id ?? ''])?.method ?? null,
    changes: diffStates(applySessionEnds(before, ends), applySessionEnds(after, ends)),
  }
}
