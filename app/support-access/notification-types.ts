import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const supportAccessNotificationTypes = {
  'support-access-requested': {
    kind: 'security',
    title: 'Support asks to see your account',
    link: { route: 'support-access.show', params: ['access'] },
  },
  'support-access-approved': {
    kind: 'security',
    title: 'Support may see your account now',
    link: eventLink,
  },
  'support-access-granted': {
    kind: 'security',
    title: 'You may see the account of {name}',
    link: { route: 'admin.account', params: ['account'] },
  },
} as const satisfies Record<string, NotificationInfo>
