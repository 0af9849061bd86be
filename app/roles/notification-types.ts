import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const roleNotificationTypes = {
  'role-changed': { kind: 'security', title: 'Your role was changed', link: eventLink },
} as const satisfies Record<string, NotificationInfo>
