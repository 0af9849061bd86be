import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { fold, nobody, type RecordedEvent } from './fold.ts'
import { seenAt } from './seen-at.ts'
import { knownEnds, withEnds } from './session-ends.ts'

/**
 * The account at a moment: a fold over its record.
 *
 * @param seq  the last event that had happened
 * @param at   Unix milliseconds
 */
export async function stateOf(
  db: Db,
  userId: string,
  { seq, at }: { seq: number; at: number },
): Promise<AccountState> {
  const [state, ends] = await Promise.all([stateAfter(db, userId, seq), knownEnds(db, userId, seq)])
  return seenAt(withEnds(state, ends), at)
}

/** What the events up to this one make, with what had ended by itself since. */
export async function stateAfter(db: Db, userId: string, seq: number): Promise<AccountState> {
  const events = await eventsBetween(db, userId, { after: 0, upTo: seq })
  return events.reduce(fold, nobody)
}

export async function eventsBetween(
  db: Db,
  userId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<RecordedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'at', 'type', 'data'])
    .where('user_id', '=', userId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()
  // What was written is what app/events.ts says, but for types that only a newer version knows.
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }) as RecordedEvent)
}

/** The last event at or before a moment; undefined before there was an account. */
export function lastEventAt(db: Db, userId: string, at: number) {
  return db
    .selectFrom('events')
    .select(['seq', 'at'])
    .where('user_id', '=', userId)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
