import { readdir, rm } from 'node:fs/promises'
import { join, parse } from 'node:path'

import type { Db } from '#app/platform/db/connect.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import { exportsFolder } from './export-paths.ts'
import { exportLifetimeMs } from './limits.ts'

/** Deletes expired exports, and files that belong to no export. */
export async function pruneExports(db: Db, storageDir: string, now: number): Promise<void> {
  await db
    .deleteFrom('data_exports')
    .where((it) =>
      it.or([it('expires_at', '<=', now), it('created_at', '<', now - 2 * exportLifetimeMs)]),
    )
    .execute()

  // Reads files before rows: an export's row is inserted before its file is created.
  const files = (await readdir(join(storageDir, exportsFolder)).catch(nullIfMissing)) ?? []
  const rows = await db.selectFrom('data_exports').select('id').execute()
  const exportIds = new Set(rows.map(({ id }) => id))
  for (const file of files) {
    if (!exportIds.has(parse(file).name))
      await rm(join(storageDir, exportsFolder, file), { force: true })
  }
}
