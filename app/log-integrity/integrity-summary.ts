import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { IntegritySummary } from './pages.ts'

/** Shown before the check runs: the number of events, and since when they are chained. */
export async function integritySummary(
  db: Db,
  account: string,
  { first, total, retentionDays }: { first: number; total: number; retentionDays: number },
): Promise<IntegritySummary> {
  const chainStart = await db
    .selectFrom('events')
    .select('at')
    .where('user_id', '=', account)
    .where('type', '=', 'record.began')
    .executeTakeFirst()
  return { count: total, chainedSince: toIso(chainStart?.at ?? first), retentionDays }
}
