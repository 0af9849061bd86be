import type { DataExport } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { exportPlace, stuckMs } from './export-place.ts'

export { dataExportJob } from './data-export.job.ts'
export { pruneExports } from './prune-exports.ts'
export { readBelongings } from './read-belongings.ts'

/** The account's export: being made, waiting to be fetched, or failed; null when there is none. */
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

  const isStuck = row.state === 'working' && row.touched_at < now - stuckMs
  return {
    state: isStuck ? 'failed' : row.state,
    done: row.done,
    total: row.total,
    bytes: row.bytes,
    askedAt: moment(row.created_at),
    expiresAt: moment(row.expires_at),
  }
}

/** Where an account's export lies, as paths inside the storage folder. */
export async function exportFiles(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return rows.flatMap(({ id }) => Object.values(exportPlace(id)))
}
