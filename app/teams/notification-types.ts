import { eventLink } from '#app/notification-subjects.ts'
import type { NotificationInfo } from '#app/notification-types.ts'

const teams = { route: 'teams.index' } as const

export const teamNotificationTypes = {
  'team-joined': {
    kind: 'security',
    title: 'You joined the team {team}',
    link: eventLink,
  },
  'team-member-joined': { kind: 'team', title: 'The team {team} has a new member', link: teams },
  'team-member-left': { kind: 'team', title: 'A member left the team {team}', link: teams },
  'team-changes-disabled': {
    kind: 'team',
    title: 'Webhooks or domains of the team {team} were disabled',
    link: teams,
  },
  'team-members-to-check': {
    kind: 'team',
    title: 'Check who joined the team {team}',
    link: teams,
  },
  'team-became-owner': {
    kind: 'team',
    title: "You're now the owner of {team}",
    link: teams,
  },
  'team-role-changed': {
    kind: 'team',
    title: 'Your role in the team {team} was changed',
    link: teams,
  },
  'team-removed': {
    kind: 'team',
    title: 'You were removed from the team {team}',
    link: teams,
  },
  'team-handover-offered': {
    kind: 'team',
    title: 'You were offered ownership of the team {team}',
    link: teams,
  },
  'team-handover-accepted': {
    kind: 'team',
    title: 'The team {team} has a new owner',
    link: teams,
  },
  'team-requirements-changed': {
    kind: 'team',
    title: 'The team {team} has new requirements',
    link: teams,
  },
  'team-deletion-requested': {
    kind: 'team',
    title: 'The team {team} will be deleted',
    link: teams,
  },
  'team-deletion-cancelled': {
    kind: 'team',
    title: "The team {team} won't be deleted",
    link: teams,
  },
} as const satisfies Record<string, NotificationInfo>
