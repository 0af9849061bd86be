import type { Db } from '#app/platform/db/connect.ts'

import { createSnapshots } from './create-snapshots.ts'

/** Throws an account's snapshots away and makes them anew from its events. @returns how many events there are */
export async function rebuildSnapshots(db: Db, userId: string): Promise<number> {
  await db.deleteFrom('account_snapshots').where('user_id', '=', userId).execute()
  const { seq } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await createSnapshots(db, userId, seq ?? 0)
  return seq ?? 0
}
