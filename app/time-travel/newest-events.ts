import type { EventRow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { eventRow, shownColumns } from './event-rows.ts'

/** What happened last, the newest first. */
export async function newestEvents(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  limit: number,
): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('events')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => eventRow(row, sessionId))
}
