import { hasRequiredFactor } from '#app/platform/auth/is-admitted-session.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'

/** The live sessions of a team's members that REQUIRE_TWO_FACTOR does not admit: their accounts have lost the second factor. */
export async function sessionsWithoutFactor(
  db: Db,
  teamId: string,
  now: number,
): Promise<string[]> {
  const sessions = await liveSessions(db, now)
    .innerJoin('team_members', 'team_members.user_id', 'sessions.user_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('team_id', '=', teamId)
    .where((eb) => eb.not(hasRequiredFactor(eb)))
    .orderBy('sessions.id')
    .execute()
  return sessions.map(({ id }) => id)
}
