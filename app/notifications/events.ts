import type { EventTitles } from '#app/event-titles.ts'
import type { Webhooks } from '#app/webhook-events.ts'

/** The settings that are off, such as `export.mail`, separated by spaces; null while all are on. */
export interface NotificationEvents {
  'notification-settings.changed': { before: string | null; after: string | null }
}

export const notificationEventTitles: EventTitles<NotificationEvents> = {
  'notification-settings.changed': { title: 'Notification settings changed' },
}

export const notificationWebhooks = {
  'notification-settings.changed': null,
} as const satisfies Webhooks<NotificationEvents>
