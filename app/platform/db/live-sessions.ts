import type { Db } from './connect.ts'

/** Selects from the sessions that have neither idled out nor reached their maximum age. */
export function liveSessions(db: Db, now: number) {
  return db
    .selectFrom('sessions')
    .where('sessions.expires_at', '>', now)
    .where('sessions.ends_at', '>', now)
}
