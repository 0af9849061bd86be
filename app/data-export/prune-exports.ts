import { parse } from 'node:path'

import type { Db } from '#app/platform/db/connect.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { localFileStore } from '#app/platform/files/local-file-store.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import { exportsFolder } from './export-paths.ts'
import { exportLifetimeMs } from './limits.ts'

/** Deletes expired exports, and files that belong to no export: finished ones, and drafts of this machine. */
export async function pruneExports(
  db: Db,
  { files, storageDir }: { files: FileStore; storageDir: string },
  now: number,
): Promise<void> {
  await deleteExpired(db, 'data_exports', { key: 'id', due: 'expires_at', through: now })
  const through = now - 2 * exportLifetimeMs
  await deleteExpired(db, 'data_exports', { key: 'id', due: 'created_at', through })

  for (const store of [files, localFileStore(storageDir)]) await pruneFiles(db, store)
}

async function pruneFiles(db: Db, store: FileStore): Promise<void> {
  // Reads files before rows: an export's row is inserted before its file is created.
  const names = await Array.fromAsync(store.list(exportsFolder), ({ name }) => name)
  const yieldIfBusy = createYielder()
  for (const name of names) {
    await yieldIfBusy()
    const found = await db
      .selectFrom('data_exports')
      .select('id')
      .where('id', '=', parse(name).name)
      .executeTakeFirst()
    if (!found) await store.remove(`${exportsFolder}/${name}`)
  }
}
