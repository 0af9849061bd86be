import type { Feature, ReducersOf } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { notificationRetentionMs } from '#app/platform/notifications/limits.ts'

import type { NotificationEvents } from './events.ts'

const reducers: ReducersOf<NotificationEvents> = {
  'notification-settings.changed': ({ after }) => ({ mutedNotifications: after }),
}

export const notificationsFeature: Feature = {
  ownedTables: {
    notifications: {
      file: 'notifications.json',
      description: 'Your notifications in the app, and when you read them.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['id', 'type', 'data', 'created_at', 'read_at'],
      excludedColumns: {},
    },
  },

  async prune(db, now) {
    const through = now - notificationRetentionMs
    await deleteExpired(db, 'notifications', { key: 'id', due: 'created_at', through })
  },

  async baseline(tx, userId) {
    const { muted_notifications } = await tx
      .selectFrom('users')
      .select('muted_notifications')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return { mutedNotifications: muted_notifications }
  },

  history: { kind: 'profile', reducers },
}
