import type { Db } from '#app/platform/db/connect.ts'

/** Accounts whose events are not exactly 1, 2, 3 … up to their number. */
export async function recordGaps(db: Db) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('events', 'events.user_id', 'users.id')
    .select(['users.id', 'users.event_count'])
    .select(({ fn }) => [
      fn.count<number>('events.seq').as('events'),
      fn.min('events.seq').as('first'),
      fn.max('events.seq').as('last'),
    ])
    .groupBy(['users.id', 'users.event_count'])
    .orderBy('users.id')
    .execute()

  // Numbers are unique for each account, so as many as the last one says, from 1 on, leave no gap.
  return rows
    .filter(({ event_count, events, first, last }) => {
      const isEmpty = Number(events) === 0 && event_count === 0
      return !isEmpty && !(first === 1 && last === event_count && Number(events) === event_count)
    })
    .map((row) => ({ id: row.id, events: Number(row.events), expected: row.event_count }))
}
