import { z } from 'zod'

import { notificationSettings } from '#app/notification-types.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import {
  formatMuted,
  mutedSettings,
  muteNotifications,
} from '#app/platform/notifications/muted-settings.ts'

export const NotificationSettingsForm = z.object({
  /** The checked boxes; every other setting is turned off. */
  on: z.array(z.enum(notificationSettings), 'Choose notifications from the list.').default([]),
})

/** Records no event when nothing changes. */
export async function updateNotificationSettings(
  db: Db,
  actor: Actor,
  { on }: z.output<typeof NotificationSettingsForm>,
): Promise<void> {
  const muted = new Set(notificationSettings.filter((setting) => !on.includes(setting)))
  await inTransaction(db, async (tx) => {
    if (!(await lockAccountRow(tx, actor.userId))) throw new NotSignedIn()
    const before = formatMuted(await mutedSettings(tx, actor.userId))
    const after = formatMuted(muted)
    if (before === after) return
    await muteNotifications(tx, actor.userId, muted)
    await recordEvent(tx, actor, 'notification-settings.changed', { before, after })
  })
}
