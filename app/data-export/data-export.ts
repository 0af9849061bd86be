import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { exportPaths } from './export-paths.ts'
import { stalledExportMs } from './limits.ts'
import type { DataExport } from './pages.ts'

export { dataExportJob } from './data-export.job.ts'
export { requestExport } from './request-export.ts'
export { readTable } from './read-table.ts'
export { verifyArchive } from './verify-archive.ts'

/** The account's current export: in progress, ready or failed; null without one. */
export async function dataExport(
  db: Db,
  { userId, now }: { userId: string; now: number },
): Promise<DataExport | null> {
  const row = await db
    .selectFrom('data_exports')
    .select(['state', 'done', 'total', 'bytes', 'created_at', 'touched_at', 'expires_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return null

  const isStalled = row.state === 'working' && row.touched_at < now - stalledExportMs
  return {
    state: isStalled ? 'failed' : row.state,
    done: row.done,
    total: row.total,
    bytes: row.bytes,
    requestedAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
  }
}

/** Paths of the account's export files. */
export async function exportFiles(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return rows.flatMap(({ id }) => Object.values(exportPaths(id)))
}
