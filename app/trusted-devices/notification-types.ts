import { eventLink, passwordLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const trustedDeviceNotificationTypes = {
  'trust-copied': {
    kind: 'security',
    title: 'A copy of a trusted device was used',
    link: passwordLink,
  },
  'device-trusted': {
    kind: 'security',
    title: 'A device of yours is now trusted',
    link: eventLink,
  },
} as const satisfies Record<string, NotificationInfo>
