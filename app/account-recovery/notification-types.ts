import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const accountRecoveryNotificationTypes = {
  'recovery-requested': {
    kind: 'security',
    title: 'Someone asked to recover your account',
    link: eventLink,
  },
  'recovery-code-known': {
    kind: 'security',
    title: 'Someone may know your recovery codes',
    link: { route: 'profile.security', section: 'two-factor' },
  },
  'recovery-stopped': {
    kind: 'security',
    title: 'The recovery of your account was stopped',
    link: eventLink,
  },
  'recovery-completed': { kind: 'security', title: 'Your account was recovered', link: eventLink },
} as const satisfies Record<string, NotificationInfo>
