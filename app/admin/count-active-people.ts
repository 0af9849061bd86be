import type { Db } from '#app/platform/db/connect.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

/** A slice of this many sessions takes a few milliseconds. */
const sessionsPerSlice = 1000

/**
 * People with a session that was last used between two times. Each counts in the slice of their last use, so that slices add up
 * and none holds the event loop for long.
 */
export async function countActivePeople(
  db: Db,
  { from, to, slice = sessionsPerSlice }: { from: number; to: number; slice?: number },
): Promise<number> {
  const yieldIfBusy = createYielder()
  let count = 0
  for (let start = from; start < to;) {
    const next = await endOfSlice(db, start, slice)
    const end = Math.min(next === undefined ? to : Math.max(next, start + 1), to)
    count += await countSlice(db, { start, end, to })
    start = end
    await yieldIfBusy()
  }
  return count
}

async function endOfSlice(db: Db, start: number, slice: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('last_active_at')
    .where('last_active_at', '>=', start)
    .orderBy('last_active_at')
    .offset(slice)
    .limit(1)
    .executeTakeFirst()
  return row?.last_active_at
}

/** Both tables are read from indexes alone. */
async function countSlice(
  db: Db,
  { start, end, to }: { start: number; end: number; to: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.count<number | string>('user_id').distinct().as('count'))
    .where('last_active_at', '>=', start)
    .where('last_active_at', '<', end)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions as later')
            .select('later.user_id')
            .whereRef('later.user_id', '=', 'sessions.user_id')
            .where('later.last_active_at', '>=', end)
            .where('later.last_active_at', '<', to),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
