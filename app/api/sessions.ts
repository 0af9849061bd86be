import type { CursorPage } from '#app/api-tokens/api-tokens.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { NotFound } from '#app/platform/errors.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

/** The account's live sessions, newest first. The order is that of their ids and never changes. */
export function listSessions(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  { after, limit }: CursorPage,
) {
  return liveSessions(db, now)
    .select(['id', 'remembered', 'ip', 'user_agent', 'created_at', 'last_active_at'])
    .where('user_id', '=', userId)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Ends one live session of the account. @throws NotFound when it has none with this id */
export async function endLiveSession(db: Db, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    if (!session) throw new NotFound()
    await endSession(tx, actor, id, { by: 'token', why: 'ended' })
  })
}
