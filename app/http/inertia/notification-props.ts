import { optional } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { maxMenuNotifications } from '#app/platform/notifications/limits.ts'
import { notificationPage } from '#app/platform/notifications/notification-page.ts'
import { offeredUnreadCount } from '#app/platform/notifications/offered-notifications.ts'

/** The number on the bell of each page, and the list behind it, which is read when it opens. */
export function menuNotificationProps(
  app: Pick<App, 'db' | 'config'>,
  { session, supportAccess, translator }: FastifyRequest,
) {
  if (!session || supportAccess) return null
  const stored = Number(session.unread_notifications)
  const query = { userId: session.user_id, before: null, limit: maxMenuNotifications }
  return {
    unreadNotifications:
      app.config.teams !== null || stored === 0
        ? stored
        : () => offeredUnreadCount(app, session.user_id),
    newestNotifications: optional(
      async () => (await notificationPage(app, translator, query)).rows,
    ),
  }
}
