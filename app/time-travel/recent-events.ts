import type { EventRow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { eventRow, eventColumns } from './event-rows.ts'

/** What happened last, the newest first. */
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
