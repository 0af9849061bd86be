import type { EventPage, EventRow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { eventTypesMatching } from './event-kinds.ts'
import { eventRow, eventColumns, unionQueries } from './event-rows.ts'

/** A page position: events older or newer than `seq`. */
export interface Cursor {
  direction: 'older' | 'newer'
  seq: number
}

export interface EventPageQuery {
  cursor: Cursor
  limit: number
  /** A kind or an event type; null for all. */
  type: string | null
  /** A session id; null for all. */
  device: string | null
  /** The number of the log's newest event. */
  total: number
}

/** One page of events, newest first. Events are append-only, so cursors stay valid. */
export async function eventPage(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  { cursor, limit, type, device, total }: EventPageQuery,
): Promise<EventPage> {
  const { direction, seq } = cursor
  const order = direction === 'older' ? 'desc' : 'asc'
  const query = db
    .selectFrom('events')
    .select(eventColumns)
    .where('user_id', '=', userId)
    .where('seq', direction === 'older' ? '<' : '>', seq)
    .orderBy('seq', order)
    .limit(limit + 1)
  const types = type === null ? [] : eventTypesMatching(type)
  const events =
    device === null && types.length > 0
      ? await unionQueries(
          db,
          types.map((name) => query.where('type', '=', name)),
        )
          .orderBy('seq', order)
          .limit(limit + 1)
          .execute()
      : await query
          .$if(types.length > 0, (query) => query.where('type', 'in', types))
          .$if(device !== null, (query) => query.where('session_id', '=', device))
          .execute()

  const hasMore = events.length > limit
  const rows = events.slice(0, limit)
  if (direction === 'newer') rows.reverse()
  const newest = rows[0]?.seq ?? seq
  const oldest = rows.at(-1)?.seq ?? seq
  return {
    data: rows.map((row) => eventRow(row, sessionId)),
    newerCursor: newest < total ? formatCursor({ direction: 'newer', seq: newest }) : null,
    olderCursor:
      direction === 'newer' || hasMore ? formatCursor({ direction: 'older', seq: oldest }) : null,
  }
}

/** The newest events, newest first. */
export async function recentEvents(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  limit: number,
): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('events')
    .select(eventColumns)
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => eventRow(row, sessionId))
}

export function formatCursor({ direction, seq }: Cursor): string {
  return `${direction}-${seq}`
}

/** @param text  of the form `older-12`, already validated by the caller */
export function parseCursor(text: string): Cursor {
  const [direction, seq] = text.split('-')
  return { direction: direction === 'newer' ? 'newer' : 'older', seq: Number(seq) }
}
