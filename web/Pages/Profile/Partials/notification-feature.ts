import type { NotificationEvents } from '#app/notifications/events.ts'
import type { AccountFeature, EventInfo } from '#web/account-features.ts'
import { route } from '#web/route.ts'

export const notificationFeature: AccountFeature = {
  events: {
    'notification-settings.changed': { invalidates: ['notificationSettings'] },
  } satisfies Record<keyof NotificationEvents, EventInfo>,

  actions: (t) => [{ label: t('Notifications'), href: route('notifications.index') }],
}
