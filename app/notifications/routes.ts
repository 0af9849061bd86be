import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { notificationsPerPage } from '#app/platform/notifications/limits.ts'
import { notificationPage } from '#app/platform/notifications/notification-page.ts'

import { notificationSettingLimits } from './limits.ts'
import { markAllRead, MarkAllReadForm, markRead, MarkReadForm } from './mark-read.ts'
import {
  NotificationSettingsForm,
  updateNotificationSettings,
} from './update-notification-settings.ts'

const PageQuery = z.object({ before: z.uuid().nullable().catch(null).default(null) })

export function notificationRoutes(app: App) {
  app.route({
    ...routeOptions('notifications.index'),
    schema: { querystring: PageQuery },
    async handler(request, reply) {
      const { before } = request.query
      const query = { userId: request.actor().userId, before, limit: notificationsPerPage }
      const notifications = await notificationPage(app, request.translator, query)
      return reply.page('Notifications', { notifications, isNewest: before === null })
    },
  })

  app.route({
    ...routeOptions('notifications.read'),
    schema: { body: z.union([MarkReadForm, MarkAllReadForm]) },
    async handler(request, reply) {
      const { body } = request
      if ('id' in body) await markRead(app, request.actor(), body)
      else await markAllRead(app, request.actor(), body)
      return respond(reply, { status: 'notifications-read' })
    },
  })

  app.route({
    ...routeOptions('notification-settings.update'),
    schema: { body: NotificationSettingsForm },
    async handler(request, reply) {
      const attempt = { accountKey: request.actor().userId, limits: notificationSettingLimits }
      await rateLimit(app, request, { action: 'notification-settings', ...attempt })
      await updateNotificationSettings(app.db, request.actor(), request.body)
      return respond(reply, { status: 'notification-settings-updated' })
    },
  })
}
