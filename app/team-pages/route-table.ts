import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for pages of teams that show something of several features. */
export const sharedTeamRouteTable = {
  'teams.index': { method: 'GET', path: '/teams', access: 'verified' },

  'team.show': {
    method: 'GET',
    path: '/t/{team}',
    access: 'team',
    permission: 'team.view',
  },
  'team.settings': {
    method: 'GET',
    path: '/t/{team}/settings',
    access: 'team',
    permission: 'team.view',
  },

  'team-members.index': {
    method: 'GET',
    path: '/t/{team}/members',
    access: 'team',
    permission: 'team.view',
  },
} as const satisfies Record<string, Route>
