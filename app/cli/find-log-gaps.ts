import type { Db } from '#app/platform/db/connect.ts'

/** Finds accounts whose events are not numbered 1, 2, 3 … up to `event_count`. */
export async function findLogGaps(db: Db) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('events', 'events.user_id', 'users.id')
    .select(['users.id', 'users.event_count'])
    .select(({ fn }) => fn.count<number | string>('events.seq').as('events'))
    .groupBy(['users.id', 'users.event_count'])
    // Numbers are unique, so count = max and min = 1 mean no gap. Without events min and max are null: only the count differs.
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
