import { checkOutLastRelease, lastReleaseMissing, runSideBySide } from '#scripts/side-by-side.ts'
import { PostgresServer } from '#testing/postgres-server.ts'

import type { StandaloneFault } from './fault.ts'

export const twoVersions: StandaloneFault = {
  id: 'F20',
  title: 'the last release and this version on one database, which this one migrates',
  missing: lastReleaseMissing,
  async run(dialect) {
    const ends: (() => void | Promise<void>)[] = []
    const owner = { after: (end: () => void | Promise<void>) => void ends.unshift(end) }
    try {
      const url =
        dialect === 'postgres'
          ? (await (await PostgresServer.create(owner)).start()).url()
          : undefined
      const report = await runSideBySide(owner, checkOutLastRelease(owner), url)
      const { acknowledged, lost, leaks, healedAfterSeconds } = report
      const problems = [
        healedAfterSeconds === null && 'did not heal within 30 s',
        lost.length > 0 && `lost ${lost.slice(0, 3).join(', ')}`,
        report.hanging > 0 && `${report.hanging} requests hung`,
        leaks.length > 0 && `showed ${leaks[0]}`,
        !report.areLogsIntact && 'an event log has gaps',
        Object.keys(report.errors).length > 0 && `errors ${JSON.stringify(report.errors)}`,
      ].filter((problem) => problem !== false)
      return { ...report, acknowledged: acknowledged.length, lost: lost.length, problems }
    } finally {
      for (const end of ends) await end()
    }
  },
}
