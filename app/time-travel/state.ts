import { setImmediate } from 'node:timers/promises'

import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'
import { eventsToASnapshot } from '#app/platform/record.ts'

import { dataIn } from './data-in.ts'
import { fold, type RecordedEvent } from './fold.ts'
import { makeSnapshots } from './make-snapshots.ts'
import { seenAt } from './seen-at.ts'
import { withKnownEnds } from './session-ends.ts'
import { nearestSnapshot } from './snapshots.ts'

/** Events that are in memory at a time. */
const atOnce = 500

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
  const state = await stateAfter(db, userId, seq)
  return seenAt(await withKnownEnds(db, userId, state), at)
}

/**
 * What the events up to this one make, with what had ended by itself since. Goes on from the nearest snapshot; where that is
 * far, it has others made first. Within a transaction nothing is kept: there will be another time.
 *
 * @param every  so many events from one snapshot to the next
 */
export async function stateAfter(
  db: Db,
  userId: string,
  seq: number,
  every = eventsToASnapshot,
): Promise<AccountState> {
  let nearest = await nearestSnapshot(db, userId, seq)
  if (seq - nearest.seq >= every && !db.isTransaction) {
    await makeSnapshots(db, userId, seq, every)
    nearest = await nearestSnapshot(db, userId, seq)
  }
  let { state } = nearest
  for (let done = nearest.seq; done < seq; done += atOnce) {
    const upTo = Math.min(seq, done + atOnce)
    const events = await eventsBetween(db, userId, { after: done, upTo })
    state = events.reduce(fold, state)
    if (upTo < seq) await setImmediate()
  }
  return state
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
  return rows.map(recorded)
}

/** What was written is what app/events.ts says, but for types that only a newer version knows. */
export function recorded(row: Pick<EventsTable, 'seq' | 'at' | 'type' | 'data'>): RecordedEvent {
  return { seq: row.seq, at: row.at, type: row.type, data: dataIn(row.data) } as RecordedEvent
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
