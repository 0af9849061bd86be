import { join } from 'node:path'

import { day, minute } from '#app/platform/lib/durations.ts'

/** Inside the storage folder. */
export const exportsFolder = 'exports'

/** Where the export of that id lies, and where it is written until it is whole; both inside the storage folder. */
export function exportPaths(id: string): { finishedPath: string; draftPath: string } {
  return {
    finishedPath: join(exportsFolder, `${id}.zip`),
    draftPath: join(exportsFolder, `${id}.part`),
  }
}

/** When nothing has moved for so long, the worker has died and nobody took its place. */
export const stalledAfterMs = 10 * minute

/** How long a finished export can be fetched. */
export const downloadLifetimeMs = 7 * day
