import { join } from 'node:path'

/** The folder of exports, in the file store and in the storage folder. */
export const exportsFolder = 'exports'

/** Paths of an export: finished, in the file store; and while it is written, in the storage folder of this machine. */
export function exportPaths(id: string): { finishedPath: string; draftPath: string } {
  return {
    finishedPath: join(exportsFolder, `${id}.zip`),
    draftPath: join(exportsFolder, `${id}.part`),
  }
}
