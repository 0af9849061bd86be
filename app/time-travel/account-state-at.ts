import { setImmediate } from 'node:timers/promises'

import type { AccountState } from '#app/account-events.ts'
import { dropExpired } from '#app/account-state.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'
import { eventsBetween } from '#app/platform/event-log/events-between.ts'
import { eventsPerSnapshot } from '#app/platform/event-log/limits.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { createSnapshots } from './create-snapshots.ts'
import { fold, type RecordedEvent } from './fold.ts'
import { withSessionEnds } from './session-ends.ts'
import { nearestSnapshot } from './snapshots.ts'

/** Events in memory at a time. */
const batchSize = 500

/**
 * The account's state at a point in time, rebuilt from its event log.
 *
 * @param seq  the last event up to then
 * @param at   Unix milliseconds
 */
export async function accountStateAt(
  db: Db,
  userId: string,
  { seq, at }: { seq: number; at: number },
): Promise<AccountState> {
  const state = await stateAfterEvent(db, userId, seq)
  return dropExpired(await withSessionEnds(db, userId, state), toIso(at))
}

/**
 * The state after an event, including entries that have expired. Starts from the nearest snapshot, and creates missing
 * snapshots first, except in a transaction.
 *
 * @param snapshotInterval  events between two snapshots
 */
export async function stateAfterEvent(
  db: Db,
  userId: string,
  seq: number,
  snapshotInterval = eventsPerSnapshot,
): Promise<AccountState> {
  let nearest = await nearestSnapshot(db, userId, seq)
  if (seq - nearest.seq >= snapshotInterval && !db.isTransaction) {
    await createSnapshots(db, userId, seq, snapshotInterval)
    nearest = await nearestSnapshot(db, userId, seq)
  }
  let { state } = nearest
  for (let applied = nearest.seq; applied < seq; applied += batchSize) {
    const upTo = Math.min(seq, applied + batchSize)
    const events = await recordedEvents(db, userId, { after: applied, upTo })
    state = events.reduce(fold, state)
    if (upTo < seq) await setImmediate()
  }
  return state
}

export async function recordedEvents(
  db: Db,
  userId: string,
  range: { after: number; upTo: number },
): Promise<RecordedEvent[]> {
  const rows = await eventsBetween(db, userId, range)
    .select(['seq', 'at', 'type', 'data'])
    .execute()
  return rows.map(toRecordedEvent)
}

/** Stored events have the types of app/account-events.ts, except those written by a newer version. */
export function toRecordedEvent(
  row: Pick<EventsTable, 'seq' | 'at' | 'type' | 'data'>,
): RecordedEvent {
  return {
    seq: row.seq,
    at: row.at,
    type: row.type,
    data: parseEventData(row.data),
  } as RecordedEvent
}
