import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

export const providersNotificationTypes = {
  'provider-linked': {
    kind: 'security',
    title: '{provider} was linked to your account',
    link: eventLink,
  },
  'provider-unlinked': {
    kind: 'security',
    title: '{provider} was unlinked from your account',
    link: eventLink,
  },
  'provider-created': {
    kind: 'security',
    title: 'Your account was created with {provider}',
    link: eventLink,
  },
  'tokens-revoked': { kind: 'security', title: 'Your API tokens were revoked', link: eventLink },
} as const satisfies Record<string, NotificationInfo>
