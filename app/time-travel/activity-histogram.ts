import { sql } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { bucketCount } from './limits.ts'
import type { ActivityHistogram } from './pages.ts'
import { isSecurityEvent } from './security-events.ts'

/**
 * Counts events per time bucket, and marks buckets with security events. Event numbers have no gaps, so the number of the
 * last event before each bucket edge is the cumulative count: two index lookups per edge, however long the log.
 */
export async function activityHistogram(
  db: Db,
  { userId, now }: { userId: string; now: number },
  { first, total }: { first: number; total: number },
): Promise<ActivityHistogram> {
  const bucketMs = Math.max(1, Math.ceil((now - first) / bucketCount))
  const edges = Array.from({ length: bucketCount }, (_, index) =>
    index < bucketCount - 1 ? first + (index + 1) * bucketMs : Number.MAX_SAFE_INTEGER,
  )
  const values = edges.map((edge) => sql`(cast(${edge} as bigint))`)
  const rows = await db
    .selectFrom(sql<{ column1: number }>`(values ${sql.join(values)})`.as('edges'))
    .select(({ selectFrom }) => {
      const lastBeforeEdge = selectFrom('events')
        .select('seq')
        .where('user_id', '=', userId)
        .whereRef('at', '<', 'edges.column1')
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(1)
      return [lastBeforeEdge.as('seq'), lastBeforeEdge.where(isSecurityEvent).as('security')]
    })
    .orderBy('edges.column1')
    .execute()

  const cumulative = [0, ...rows.slice(0, -1).map(({ seq }) => seq ?? 0), total]
  return {
    from: toIso(first),
    to: toIso(now),
    bucketMs,
    counts: rows.map((_, index) => (cumulative[index + 1] ?? 0) - (cumulative[index] ?? 0)),
    security: rows.flatMap(({ security }, index) =>
      (security ?? 0) > (cumulative[index] ?? 0) ? index : [],
    ),
    total,
  }
}
