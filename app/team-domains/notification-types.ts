import type { NotificationInfo } from '#app/notification-types.ts'

export const teamDomainNotificationTypes = {
  'team-domain-lost': {
    kind: 'team',
    title: 'Nobody joins the team {team} by its domain any more',
    link: { route: 'teams.index' },
  },
} as const satisfies Record<string, NotificationInfo>
