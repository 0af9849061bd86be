/**
 * `npm run upgrade:test`: the last released version and this one on one database under load, while this one migrates it. Prints
 * what was acknowledged, lost and refused. Uses PostgreSQL too when TEST_POSTGRES_URL is set.
 */
import { createEmptyDatabase } from '#testing/test-database.ts'

import { build } from './build.ts'
import { checkOutLastRelease, type Release, runSideBySide } from './side-by-side.ts'

const cleanups: (() => void | Promise<void>)[] = []
const owner = { after: (end: () => void | Promise<void>) => void cleanups.unshift(end) }

try {
  await build(['pages', 'server'])
  const release = checkOutLastRelease(owner)
  let failed = !(await runBoth('SQLite', release))
  if (process.env['TEST_POSTGRES_URL']) {
    const url = await createEmptyDatabase(owner, 'postgres')
    failed = !(await runBoth('PostgreSQL', release, url)) || failed
  }
  process.exitCode = failed ? 1 : 0
} finally {
  for (const cleanup of cleanups) await cleanup()
}

async function runBoth(dialect: string, release: Release, url?: string): Promise<boolean> {
  const { requests, acknowledged, errors, hanging, leaks, slowestMs, lost, ...report } =
    await runSideBySide(owner, release, url)
  console.log(
    `${dialect}: ${release.version} beside this version, which migrated and listened in ${report.startSeconds.toFixed(1)} s. ` +
      `${requests} requests, ${acknowledged.length} changes acknowledged, ${lost.length} lost, errors ${JSON.stringify(errors)}, ` +
      `slowest ${Math.round(slowestMs)} ms, event logs ${report.areLogsIntact ? 'whole' : 'BROKEN'}`,
  )
  const isHealthy = Object.keys(errors).length === 0 && hanging === 0 && leaks.length === 0
  return isHealthy && lost.length === 0 && acknowledged.length > 0 && report.areLogsIntact
}
