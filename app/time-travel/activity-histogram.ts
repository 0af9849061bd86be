import { type Expression, sql, type SqlBool } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import type { LogTimes } from '#app/platform/event-log/log-times.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { bucketCount } from './limits.ts'
import type { ActivityHistogram } from './pages.ts'

interface HistogramRange {
  /** Time of the first event, Unix milliseconds. */
  first: number
  total: number
  now: number
  /** Null when none is marked. */
  isSecurityEvent: Expression<SqlBool> | null
}

/**
 * Counts events per time bucket, and marks buckets with security events. Event numbers have no gaps, so the number of the
 * last event before each bucket edge is the cumulative count: an index lookup per edge, however long the log. The search for a
 * security event ends at the edge before, so that all of them together read an event once.
 */
export async function activityHistogram(
  db: Db,
  log: LogTimes,
  { first, total, now, isSecurityEvent }: HistogramRange,
): Promise<ActivityHistogram> {
  const bucketMs = Math.max(1, Math.ceil((now - first) / bucketCount))
  const edges = Array.from({ length: bucketCount }, (_, index) =>
    index < bucketCount - 1 ? first + (index + 1) * bucketMs : Number.MAX_SAFE_INTEGER,
  )
  const values = edges.map(
    (edge, index) => sql`(cast(${edge} as bigint), cast(${edges[index - 1] ?? 0} as bigint))`,
  )
  const lastBeforeEdge = log
    .select('seq')
    .where(sql<boolean>`at < edges.column1`)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
  const lastSecurity = isSecurityEvent
    ? lastBeforeEdge
        .where(sql<boolean>`at >= edges.column2`)
        .where(isSecurityEvent)
        .as('security')
    : sql<null>`null`.as('security')
  const rows = await db
    .selectFrom(sql<{ column1: number }>`(values ${sql.join(values)})`.as('edges'))
    .select([lastBeforeEdge.as('seq'), lastSecurity])
    .orderBy('edges.column1')
    .execute()

  const cumulative = [0, ...rows.slice(0, -1).map(({ seq }) => seq ?? 0), total]
  return {
    from: toIso(first),
    to: toIso(now),
    bucketMs,
    counts: rows.map((_, index) => (cumulative[index + 1] ?? 0) - (cumulative[index] ?? 0)),
    security: rows.flatMap(({ security }, index) => (security === null ? [] : index)),
    total,
  }
}
