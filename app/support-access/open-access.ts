import type { Db } from '#app/platform/db/connect.ts'
import { Gone } from '#app/platform/errors.ts'

/** From now on the administrator's session sees the account. @throws Gone unless its owner has just approved it */
export async function openAccess(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
): Promise<void> {
  const opened = await db
    .updateTable('support_sessions')
    .set({ opened_at: now })
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('approved_at', 'is not', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw new Gone()
}
