import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const passkeyNotificationTypes = {
  'passkey-added': {
    kind: 'security',
    title: 'A passkey was added to your account',
    link: eventLink,
  },
  'security-key-added': {
    kind: 'security',
    title: 'A security key was added to your account',
    link: eventLink,
  },
  'passkey-removed': {
    kind: 'security',
    title: 'A passkey was removed from your account',
    link: eventLink,
  },
  'security-key-removed': {
    kind: 'security',
    title: 'A security key was removed from your account',
    link: eventLink,
  },
  'passkey-copied': {
    kind: 'security',
    title: 'One of your passkeys may have been copied',
    link: eventLink,
  },
} as const satisfies Record<string, NotificationInfo>
