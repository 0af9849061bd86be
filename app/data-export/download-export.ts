import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import { exportPaths } from './export-paths.ts'

/** Locates the account's export and records the download. @throws Gone without a ready export, or after it expired */
export async function downloadExport(
  db: Db,
  actor: Actor,
): Promise<{ path: string; bytes: number | null; createdAt: number }> {
  const { userId, now } = actor
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('data_exports')
      .select(['id', 'bytes', 'created_at'])
      .where('user_id', '=', userId)
      .where('state', '=', 'ready')
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (!row) throw new Gone()

    await recordEvent(tx, actor, 'data-export.downloaded', { export: row.id })
    return { path: exportPaths(row.id).finishedPath, bytes: row.bytes, createdAt: row.created_at }
  })
}
