import { type NotificationSetting, notificationSettings } from '#app/notification-types.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'

type Settings = ReadonlySet<NotificationSetting>

/** The settings that the owner has turned off. Everything is on in new accounts. */
export function mutedSettings(db: Db, userId: string): MaybePromise<Settings> {
  return whenReady(mutedColumn(db, { userId }), ([user]) => {
    if (!user) throw new Error('No such account')
    return parseMuted(user.muted_notifications)
  })
}

const mutedColumn = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('muted_notifications').where('id', '=', userId),
)

export async function muteNotifications(tx: Tx, userId: string, muted: Settings): Promise<void> {
  const muted_notifications = formatMuted(muted)
  await tx.updateTable('users').set({ muted_notifications }).where('id', '=', userId).execute()
}

/** Ignores settings that cannot be turned off, or no longer exist. */
export function parseMuted(column: string | null): Settings {
  const names = new Set(column?.split(' '))
  return new Set(notificationSettings.filter((setting) => names.has(setting)))
}

/** Writes the settings in a fixed order, so that equal settings are equal texts. Null while everything is on. */
export function formatMuted(muted: Settings): string | null {
  return notificationSettings.filter((setting) => muted.has(setting)).join(' ') || null
}
