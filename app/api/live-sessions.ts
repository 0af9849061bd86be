import type { CursorPage } from '#app/api-tokens/api-tokens.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

/** The account's live sessions in an order that never changes: the newest first. */
export function liveSessions(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  { after, limit }: CursorPage,
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'remembered', 'ip', 'user_agent', 'created_at', 'last_active_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
