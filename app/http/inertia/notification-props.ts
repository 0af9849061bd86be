import { optional } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { maxMenuNotifications } from '#app/platform/notifications/limits.ts'
import { notificationPage } from '#app/platform/notifications/notification-page.ts'

/** The number on the bell of each page, and the list behind it, which is read when it opens. */
export function menuNotificationProps(
  { db }: Pick<App, 'db'>,
  { session, translator }: FastifyRequest,
) {
  if (!session) return null
  const query = { userId: session.user_id, before: null, limit: maxMenuNotifications }
  return {
    unreadNotifications: Number(session.unread_notifications),
    newestNotifications: optional(async () => (await notificationPage(db, translator, query)).rows),
  }
}
