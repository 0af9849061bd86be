import { z } from 'zod'

import type { SessionActor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { notificationsMessage } from '#app/platform/realtime/notifications-message.ts'

export const MarkReadForm = z.object({ id: z.uuid() })

/** Idempotent. @throws NotFound for an unknown notification, or one of another account */
export async function markRead(
  db: Db,
  actor: SessionActor,
  { id }: z.output<typeof MarkReadForm>,
): Promise<void> {
  const { userId, now } = actor
  await inTransaction(db, async (tx) => {
    const found = await tx
      .updateTable('notifications')
      .set(({ fn }) => ({ read_at: fn.coalesce('read_at', (eb) => eb.val(now)) }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!found) throw new NotFound()
    await tellOtherPages(tx, actor)
  })
}

export const MarkAllReadForm = z.object({
  /** The newest that the reader saw: what arrived since stays unread. */
  through: z.uuid(),
})

export async function markAllRead(
  db: Db,
  actor: SessionActor,
  { through }: z.output<typeof MarkAllReadForm>,
): Promise<void> {
  const { userId, now } = actor
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ read_at: now })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('id', '<=', through)
      .execute()
    await tellOtherPages(tx, actor)
  })
}

function tellOtherPages(tx: Tx, { userId, sessionId, now }: SessionActor): Promise<void> {
  return broadcast(tx, notificationsMessage(userId, sessionId), now)
}
