import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const accountDeletionNotificationTypes = {
  'deletion-requested': {
    kind: 'security',
    title: 'Your account will be deleted',
    link: eventLink,
  },
  'deletion-cancelled': {
    kind: 'security',
    title: "Your account won't be deleted",
    link: eventLink,
  },
} as const satisfies Record<string, NotificationInfo>
