import type { Db } from '#app/platform/db/connect.ts'

/** The numbers, times and types of a log's events, to select from. */
export type LogTimes = ReturnType<typeof accountLogTimes>

export function accountLogTimes(db: Db, userId: string) {
  const events = db.selectFrom('events').select(['seq', 'at', 'type']).where('user_id', '=', userId)
  return db.selectFrom(events.as('log'))
}

/** The smallest and the greatest number of a log's events, to select beside its head. */
export function sequenceRange(log: LogTimes) {
  return [
    log.select(({ fn }) => fn.min('seq').as('seq')).as('minSeq'),
    log.select(({ fn }) => fn.max('seq').as('seq')).as('maxSeq'),
  ] as const
}

/** The last event at or before a time; undefined before the first one. */
export function lastEventAt(log: LogTimes, at: number) {
  return log
    .select(['seq', 'at'])
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
