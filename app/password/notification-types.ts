import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const passwordNotificationTypes = {
  'password-changed': { kind: 'security', title: 'Your password was changed', link: eventLink },
  'password-added': { kind: 'security', title: 'Your account has a password now', link: eventLink },
  'password-removed': { kind: 'security', title: 'Your password was removed', link: eventLink },
} as const satisfies Record<string, NotificationInfo>
