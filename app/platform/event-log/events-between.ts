import type { Db } from '#app/platform/db/connect.ts'

/** Selects an account's events after one number and up to another, oldest first. */
export function eventsBetween(
  db: Db,
  account: string,
  { after, upTo }: { after: number; upTo: number },
) {
  return eventsAfter(db, account, after).where('seq', '<=', upTo)
}

export function eventsAfter(db: Db, account: string, after: number) {
  return db
    .selectFrom('events')
    .where('user_id', '=', account)
    .where('seq', '>', after)
    .orderBy('seq')
}
