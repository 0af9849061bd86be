import type { Db } from '#app/platform/db/connect.ts'

/** Accounts whose events are not exactly 1, 2, 3 … up to their number. */
export async function findLogGaps(db: Db) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('events', 'events.user_id', 'users.id')
    .select(['users.id', 'users.event_count'])
    .select(({ fn }) => fn.count<number | string>('events.seq').as('events'))
    .groupBy(['users.id', 'users.event_count'])
    // Numbers are unique for each account, so as many as the last one says, from 1 on, leave no gap. Without any, null is neither.
    .having(({ or, eb, fn, ref }) =>
      or([
        eb(fn.count('events.seq'), '!=', ref('users.event_count')),
        eb(fn.min('events.seq'), '!=', 1),
        eb(fn.max('events.seq'), '!=', ref('users.event_count')),
      ]),
    )
    .orderBy('users.id')
    .execute()

  return rows.map(({ id, events, event_count }) => ({
    id,
    events: Number(events),
    expected: event_count,
  }))
}
