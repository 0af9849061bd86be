import { z } from 'zod'

import type { SessionActor } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { isOffered } from '#app/platform/notifications/offered-notifications.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { notificationsMessage } from '#app/platform/realtime/notifications-message.ts'

export const MarkReadForm = z.object({ id: z.uuid() })

interface Services {
  db: Db
  config: Pick<Config, 'teams'>
}

/** Idempotent. @throws NotFound for an unknown notification, one of another account, or one that is not listed */
export async function markRead(
  { db, config }: Services,
  actor: SessionActor,
  { id }: z.output<typeof MarkReadForm>,
): Promise<void> {
  const { userId, now } = actor
  await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('notifications')
      .select('read_at')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where(isOffered(config))
      .executeTakeFirst()
    if (!found) throw new NotFound()
    if (found.read_at !== null) return
    await tx.updateTable('notifications').set({ read_at: now }).where('id', '=', id).execute()
    await tellOtherPages(tx, actor)
  })
}

export const MarkAllReadForm = z.object({
  /** The newest that the reader saw: what arrived since stays unread. */
  through: z.uuid(),
})

/** Marks those that are listed. */
export async function markAllRead(
  { db, config }: Services,
  actor: SessionActor,
  { through }: z.output<typeof MarkAllReadForm>,
): Promise<void> {
  const { userId, now } = actor
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ read_at: now })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('id', '<=', through)
      .where(isOffered(config))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await tellOtherPages(tx, actor)
  })
}

function tellOtherPages(tx: Tx, { userId, sessionId, now }: SessionActor): Promise<void> {
  return broadcast(tx, notificationsMessage(userId, sessionId), now)
}
