import { sql } from 'kysely'

import type { ActivityHistogram } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { bucketCount } from './limits.ts'

/**
 * Counts events per time bucket. Event numbers have no gaps, so the number of the last event before each bucket edge is the
 * cumulative count: one index lookup per edge, however long the log.
 */
export async function activityHistogram(
  db: Db,
  { userId, now }: { userId: string; now: number },
  { first, total }: { first: number; total: number },
): Promise<ActivityHistogram> {
  const bucketMs = Math.max(1, Math.ceil((now - first) / bucketCount))
  const edges = Array.from(
    { length: bucketCount - 1 },
    (_, index) => first + (index + 1) * bucketMs,
  )
  const values = edges.map((edge) => sql`(cast(${edge} as bigint))`)
  const rows = await db
    .selectFrom(sql<{ column1: number }>`(values ${sql.join(values)})`.as('edges'))
    .select(({ selectFrom }) =>
      selectFrom('events')
        .select('seq')
        .where('user_id', '=', userId)
        .whereRef('at', '<', 'edges.column1')
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('seq'),
    )
    .orderBy('edges.column1')
    .execute()

  const cumulative = [...rows.map(({ seq }) => seq ?? 0), total]
  return {
    from: toIso(first),
    to: toIso(now),
    bucketMs,
    counts: cumulative.map((count, index) => count - (cumulative[index - 1] ?? 0)),
    total,
  }
}
