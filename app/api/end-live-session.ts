import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

/** Signs one browser of the account out. @throws NotFound when the account has no such session, or no longer */
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
