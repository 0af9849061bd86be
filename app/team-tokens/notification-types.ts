import type { NotificationInfo } from '#app/notification-types.ts'

export const teamTokenNotificationTypes = {
  'team-token-created': {
    kind: 'team',
    title: 'The team {team} has a new API token',
    link: { route: 'teams.index' },
  },
} as const satisfies Record<string, NotificationInfo>
