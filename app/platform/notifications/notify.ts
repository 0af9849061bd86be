import { type NotificationType, notificationTypes } from '#app/notification-types.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { notificationsMessage } from '#app/platform/realtime/notifications-message.ts'

import { maxNotificationsPerType } from './limits.ts'
import { mutedSettings } from './muted-settings.ts'

/**
 * The values of its title and its link; never a URL or a sentence. `target` is the name of what it is about; `browser` and
 * `platform` are those of a device.
 */
export type NotificationData = Readonly<Record<string, string | number>>

/**
 * Stores a notification in the transaction of its cause, and broadcasts it after the commit. Writes nothing that its owner has
 * turned off.
 *
 * @returns whether the owner wants a mail about it, too, which the caller sends
 */
export async function notify(
  tx: Tx,
  { userId, sessionId, now }: Pick<Actor, 'userId' | 'sessionId' | 'now'>,
  { type, data }: { type: NotificationType; data: NotificationData },
): Promise<{ wantsMail: boolean }> {
  const { kind } = notificationTypes[type]
  const muted = await mutedSettings(tx, userId)
  if (!muted.has(`${kind}.app`)) {
    const row = { id: newId(), user_id: userId, type, data: JSON.stringify(data), created_at: now }
    await tx
      .insertInto('notifications')
      .values({ ...row, read_at: null })
      .execute()
    await deleteOldest(tx, userId, type)
    await broadcast(tx, notificationsMessage(userId, sessionId), now)
  }
  return { wantsMail: !muted.has(`${kind}.mail`) }
}

async function deleteOldest(tx: Tx, userId: string, type: NotificationType): Promise<void> {
  const newest = tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(maxNotificationsPerType)
  await tx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('id', 'not in', newest)
    .execute()
}
