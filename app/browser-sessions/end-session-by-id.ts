import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

/** Ends one session of the account. Idempotent. @throws NotFound when the account never had this session */
export async function endSessionById(db: Db, actor: Actor, sessionId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const started = await tx
      .selectFrom('events')
      .select('seq')
      .where('user_id', '=', actor.userId)
      .where('type', '=', 'session.started')
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    if (!started) throw new NotFound()
    const by = actor.sessionId === sessionId ? 'person' : 'other-session'
    await endSession(tx, actor, sessionId, { by, why: 'ended' })
  })
}
