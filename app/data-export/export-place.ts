import { join } from 'node:path'

import { day, minute } from '#app/platform/durations.ts'

/** Inside the storage folder. */
export const exportsFolder = 'exports'

/** Where the export of that id lies, and where it is written until it is whole; both inside the storage folder. */
export function exportPlace(id: string): { whole: string; draft: string } {
  return { whole: join(exportsFolder, `${id}.zip`), draft: join(exportsFolder, `${id}.part`) }
}

/** When nothing has moved for so long, the worker has died and nobody took its place. */
export const stuckMs = 10 * minute

/** How long a finished export can be fetched. */
export const lifeMs = 7 * day
