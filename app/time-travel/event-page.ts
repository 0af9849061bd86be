import type { Db } from '#app/platform/db/connect.ts'

import { addMemberNames } from './add-member-names.ts'
import { eventTypesMatching } from './event-kinds.ts'
import { eventRow, eventColumns, unionQueries } from './event-rows.ts'
import { eventsPerSearch } from './limits.ts'
import type { EventPage, EventRow } from './pages.ts'

/** A page position: events older or newer than `seq`. */
export interface Cursor {
  direction: 'older' | 'newer'
  seq: number
}

export interface EventFilter {
  /** A kind or an event type; null for all. */
  type: string | null
  /** A session id; null for all. */
  device: string | null
}

export interface EventPageQuery extends EventFilter {
  cursor: Cursor
  limit: number
  /** Tells whether an event is found by a search. */
  matches?: ((row: EventRow) => boolean) | undefined
  /** The number of the log's newest event. */
  total: number
}

interface Reader {
  userId: string
  sessionId: string | null
}

/** One page of events, newest first. Events are append-only, so cursors stay valid. */
export async function eventPage(db: Db, reader: Reader, query: EventPageQuery): Promise<EventPage> {
  const { cursor, limit, matches, total } = query
  const { direction, seq } = cursor
  const read = await filteredRows(db, reader, {
    ...query,
    limit: matches ? eventsPerSearch : limit + 1,
  })
  const found = matches ? read.filter(matches) : read
  const hasMore = found.length > limit
  const rows = found.slice(0, limit)
  // A search reads a limited number of events, and continues after the last one read.
  const lastRead = read.length === eventsPerSearch && !hasMore ? read.at(-1) : undefined
  const searchedTo = matches && lastRead ? { seq: lastRead.seq, at: lastRead.at } : null
  if (direction === 'newer') rows.reverse()
  const newest = rows[0]?.seq ?? seq
  const oldest = searchedTo?.seq ?? rows.at(-1)?.seq ?? seq
  const hasOlder = direction === 'newer' || hasMore || searchedTo !== null
  return {
    data: rows,
    newerCursor: newest < total ? formatCursor({ direction: 'newer', seq: newest }) : null,
    olderCursor: hasOlder ? formatCursor({ direction: 'older', seq: oldest }) : null,
    searchedTo,
  }
}

/** Reads rows in the direction of the cursor. */
async function filteredRows(
  db: Db,
  { userId, sessionId }: Reader,
  { cursor, limit, type, device }: EventFilter & Pick<EventPageQuery, 'cursor' | 'limit'>,
): Promise<EventRow[]> {
  const { direction, seq } = cursor
  const order = direction === 'older' ? 'desc' : 'asc'
  const query = db
    .selectFrom('events')
    .select(eventColumns)
    .where('user_id', '=', userId)
    .where('seq', direction === 'older' ? '<' : '>', seq)
    .orderBy('seq', order)
    .limit(limit)
  const types = type === null ? [] : eventTypesMatching(type)
  const events =
    device === null && types.length > 0
      ? await unionQueries(
          db,
          types.map((name) => query.where('type', '=', name)),
        )
          .orderBy('seq', order)
          .limit(limit)
          .execute()
      : await query
          .$if(types.length > 0, (query) => query.where('type', 'in', types))
          .$if(device !== null, (query) => query.where('session_id', '=', device))
          .execute()
  return addMemberNames(
    db,
    events.map((row) => eventRow(row, sessionId)),
  )
}

/** Number of the newest event that passes a filter; 0 when none does. */
export async function newestMatch(
  db: Db,
  userId: string,
  { total, ...filter }: EventFilter & { total: number },
): Promise<number> {
  if (filter.type === null && filter.device === null) return total
  const cursor = { direction: 'older', seq: total + 1 } as const
  const reader = { userId, sessionId: null }
  const [newest] = await filteredRows(db, reader, { ...filter, cursor, limit: 1 })
  return newest?.seq ?? 0
}

/** The newest events, newest first. */
export async function recentEvents(db: Db, reader: Reader, limit: number): Promise<EventRow[]> {
  const cursor = { direction: 'older', seq: Number.MAX_SAFE_INTEGER } as const
  return filteredRows(db, reader, { cursor, limit, type: null, device: null })
}

export function formatCursor({ direction, seq }: Cursor): string {
  return `${direction}-${seq}`
}

/** @param text  of the form `older-12`, already validated by the caller */
export function parseCursor(text: string): Cursor {
  const [direction, seq] = text.split('-')
  return { direction: direction === 'newer' ? 'newer' : 'older', seq: Number(seq) }
}
