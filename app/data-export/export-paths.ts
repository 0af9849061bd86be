import { join } from 'node:path'

import { day, minute } from '#app/platform/lib/durations.ts'

/** Relative to the storage folder. */
export const exportsFolder = 'exports'

/** Paths of an export, finished and while it is written, relative to the storage folder. */
export function exportPaths(id: string): { finishedPath: string; draftPath: string } {
  return {
    finishedPath: join(exportsFolder, `${id}.zip`),
    draftPath: join(exportsFolder, `${id}.part`),
  }
}

/** An export without progress for this long counts as failed: its worker died. */
export const stalledAfterMs = 10 * minute

export const downloadLifetimeMs = 7 * day
