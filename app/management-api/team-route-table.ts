import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

const team = '/api/admin/teams/{team}'
const member = `${team}/members/{member}` as const
const where = { team: uuidPattern }
const whereMember = { ...where, member: uuidPattern }
const view = { access: 'serviceToken', notInBrowser: true, permission: 'teams.view' } as const
const manage = { access: 'serviceToken', notInBrowser: true, permission: 'teams.manage' } as const

/** The part of the management API for teams. */
export const managementTeamRouteTable = {
  'management.teams.index': { ...view, method: 'GET', path: '/api/admin/teams' },
  'management.teams.store': { ...manage, method: 'POST', path: '/api/admin/teams' },
  'management.teams.show': { ...view, method: 'GET', path: team, where },
  'management.teams.update': { ...manage, method: 'PUT', path: team, where },
  'management.teams.delete': { ...manage, method: 'DELETE', path: team, where },
  'management.teams.keep': { ...manage, method: 'DELETE', path: `${team}/deletion`, where },
  'management.teams.seat-limit': { ...manage, method: 'PUT', path: `${team}/seat-limit`, where },
  'management.teams.invite': { ...manage, method: 'POST', path: `${team}/invitations`, where },
  'management.teams.members': { ...view, method: 'GET', path: `${team}/members`, where },
  'management.teams.change-role': {
    ...manage,
    method: 'PUT',
    path: `${member}/role`,
    where: whereMember,
  },
  'management.teams.remove-member': {
    ...manage,
    method: 'DELETE',
    path: member,
    where: whereMember,
  },
} as const satisfies Record<string, Route>
