import type { Db } from '#app/platform/db/connect.ts'

import type { Command } from './command.ts'

export const verifyHistory: Command = {
  usage: '',
  summary: 'checks that no account’s record lacks an event',
  details:
    'Each account’s events are numbered without a gap, and the account knows how many there are. Events that were altered in place are not noticed: they are not chained yet. Exit status 1 when a record is not whole.',
  words: { least: 0, most: 0 },
  changes: false,
  async run(operation) {
    const { db } = await operation.database()
    const broken = await brokenRecords(db)
    const notWhole = broken.map((row) => `${row.id}: ${row.events} of ${row.expected} events`)
    const chain = 'Only the numbers were checked: events are not chained by hashes yet.'
    const lines =
      broken.length > 0
        ? [`${broken.length} records are not whole.`, ...notWhole, chain]
        : ['Every record is whole.', chain]
    return {
      data: { whole: broken.length === 0, chained: false, broken },
      lines,
      failed: broken.length > 0,
    }
  },
}

/** Accounts whose events are not exactly 1, 2, 3 … up to their number. */
export async function brokenRecords(db: Db) {
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
