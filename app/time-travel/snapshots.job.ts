import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import type { Handler } from '#app/platform/jobs/work-on.ts'

import { makeSnapshots } from './make-snapshots.ts'
import { lastEventAt } from './state.ts'

const Asked = z.object({ userId: z.string() })

/** Works off jobs of kind `snapshots`, which a record asks for as it grows: see `record`. */
export function snapshotsJob({ db }: { db: Db }): Handler {
  return async (payload) => {
    const { userId } = Asked.parse(payload)
    const last = await lastEventAt(db, userId, Number.MAX_SAFE_INTEGER)
    await makeSnapshots(db, userId, last?.seq ?? 0)
  }
}
