import type { Webhooks } from '#app/webhook-events.ts'

/** The settings that are off, such as `export.mail`, separated by spaces; null while all are on. */
export interface NotificationEvents {
  'notification-settings.changed': { before: string | null; after: string | null }
}

export const notificationWebhooks = {
  'notification-settings.changed': null,
} as const satisfies Webhooks<NotificationEvents>
