import type { NotificationInfo } from '#app/notification-types.ts'

const teams = { route: 'teams.index' } as const

export const teamInvitationNotificationTypes = {
  'team-invited': { kind: 'team', title: "You're invited to the team {team}", link: teams },
  'team-invitation-declined': {
    kind: 'team',
    title: 'An invitation to the team {team} was declined',
    link: teams,
  },
} as const satisfies Record<string, NotificationInfo>
