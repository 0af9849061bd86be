import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const emailAddressNotificationTypes = {
  'address-added': {
    kind: 'security',
    title: 'An email address was added to your account',
    link: eventLink,
  },
  'address-removed': {
    kind: 'security',
    title: 'An email address was removed from your account',
    link: eventLink,
  },
  'address-made-primary': {
    kind: 'security',
    title: 'Your account has another primary address',
    link: eventLink,
  },
} as const satisfies Record<string, NotificationInfo>
