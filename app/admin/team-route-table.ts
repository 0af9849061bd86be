import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

const team = '/admin/teams/{team}'
const where = { team: uuidPattern }
const view = { access: 'role', permission: 'teams.view', confirmation: 'standard' } as const
const manage = { access: 'role', permission: 'teams.manage', formPage: '/admin/teams' } as const

/** The part of the admin area for teams. */
export const adminTeamRouteTable = {
  'admin.teams': { ...view, method: 'GET', path: '/admin/teams' },
  'admin.team': { ...view, method: 'GET', path: team, where },
  'admin.team.seat-limit': {
    ...manage,
    method: 'POST',
    path: `${team}/seat-limit`,
    where,
    confirmation: 'standard',
  },
  'admin.team.delete': {
    ...manage,
    method: 'POST',
    path: `${team}/delete`,
    where,
    confirmation: 'sensitive',
  },
  'admin.team.keep': {
    ...manage,
    method: 'POST',
    path: `${team}/keep`,
    where,
    confirmation: 'standard',
  },
} as const satisfies Record<string, Route>
