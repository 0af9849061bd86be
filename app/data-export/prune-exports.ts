import { readdir, rm } from 'node:fs/promises'
import { join, parse } from 'node:path'

import type { Db } from '#app/platform/db/connect.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import { exportsFolder, downloadLifetimeMs } from './export-paths.ts'

/** Removes exports whose time is over, and every file that belongs to none. */
export async function pruneExports(db: Db, storageDir: string, now: number): Promise<void> {
  await db
    .deleteFrom('data_exports')
    .where((it) =>
      it.or([it('expires_at', '<=', now), it('created_at', '<', now - 2 * downloadLifetimeMs)]),
    )
    .execute()

  // Read first: the row of an export is there before its file.
  const files = (await readdir(join(storageDir, exportsFolder)).catch(nullIfMissing)) ?? []
  const rows = await db.selectFrom('data_exports').select('id').execute()
  const exportIds = new Set(rows.map(({ id }) => id))
  for (const file of files) {
    if (!exportIds.has(parse(file).name))
      await rm(join(storageDir, exportsFolder, file), { force: true })
  }
}
