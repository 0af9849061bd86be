import type { EventPage } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { each } from './each.ts'
import { eventRow, shownColumns } from './event-rows.ts'
import { typesNamed } from './kinds.ts'

/** Which part of the list: what came before an event, or after it. */
export interface Cursor {
  way: 'older' | 'newer'
  than: number
}

export interface Wanted {
  cursor: Cursor
  limit: number
  /** A kind or a type; null for all. */
  type: string | null
  /** A session; null for all. */
  device: string | null
  /** The number of the newest event of all. */
  total: number
}

/** Part of the list, the newest first, and where it goes on. Events never move, so neither do the parts. */
export async function eventPage(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  { cursor, limit, type, device, total }: Wanted,
): Promise<EventPage> {
  const { way, than } = cursor
  const order = way === 'older' ? 'desc' : 'asc'
  const part = db
    .selectFrom('events')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('seq', way === 'older' ? '<' : '>', than)
    .orderBy('seq', order)
    .limit(limit + 1)
  const types = type === null ? [] : typesNamed(type)
  const found =
    device === null && types.length > 0
      ? await each(
          db,
          types.map((one) => part.where('type', '=', one)),
        )
          .orderBy('seq', order)
          .limit(limit + 1)
          .execute()
      : await part
          .$if(types.length > 0, (query) => query.where('type', 'in', types))
          .$if(device !== null, (query) => query.where('session_id', '=', device))
          .execute()

  const hasMore = found.length > limit
  const rows = found.slice(0, limit)
  if (way === 'newer') rows.reverse()
  const newest = rows[0]?.seq ?? than
  const oldest = rows.at(-1)?.seq ?? than
  return {
    data: rows.map((row) => eventRow(row, sessionId)),
    newer: newest < total ? cursorText({ way: 'newer', than: newest }) : null,
    older: way === 'newer' || hasMore ? cursorText({ way: 'older', than: oldest }) : null,
  }
}

export function cursorText({ way, than }: Cursor): string {
  return `${way}-${than}`
}

/** @param text  of the form `older-12`; whoever takes it has checked that */
export function cursorOf(text: string): Cursor {
  const [way, than] = text.split('-')
  return { way: way === 'newer' ? 'newer' : 'older', than: Number(than) }
}
