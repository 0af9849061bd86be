import { eventLink, passwordLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const twoFactorNotificationTypes = {
  'two-factor-on': { kind: 'security', title: 'Two-factor authentication is on', link: eventLink },
  'two-factor-off': {
    kind: 'security',
    title: 'Two-factor authentication is off',
    link: eventLink,
  },
  'app-added': {
    kind: 'security',
    title: 'An authenticator app was added to your account',
    link: eventLink,
  },
  'app-removed': {
    kind: 'security',
    title: 'The authenticator app was removed from your account',
    link: eventLink,
  },
  'recovery-codes-replaced': {
    kind: 'security',
    title: 'You have new recovery codes',
    link: eventLink,
  },
  'recovery-code-used': { kind: 'security', title: 'A recovery code was used', link: eventLink },
  'password-known': {
    kind: 'security',
    title: 'Someone may know your password',
    link: passwordLink,
  },
} as const satisfies Record<string, NotificationInfo>
