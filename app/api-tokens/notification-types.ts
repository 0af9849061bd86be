import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const apiTokensNotificationTypes = {
  'token-created': { kind: 'security', title: 'A new API token was created', link: eventLink },
  'token-rotated': { kind: 'security', title: 'An API token was rotated', link: eventLink },
} as const satisfies Record<string, NotificationInfo>
