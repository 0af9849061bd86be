import { join } from 'node:path'

/** Relative to the storage folder. */
export const exportsFolder = 'exports'

/** Paths of an export, finished and while it is written, relative to the storage folder. */
export function exportPaths(id: string): { finishedPath: string; draftPath: string } {
  return {
    finishedPath: join(exportsFolder, `${id}.zip`),
    draftPath: join(exportsFolder, `${id}.part`),
  }
}
