import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

/** No page builds a URL of them. */
const api = { access: 'teamToken', notInBrowser: true } as const

/** The part of `app/routes.ts` for API tokens of teams and their API. */
export const teamTokenRouteTable = {
  'team-tokens.index': {
    method: 'GET',
    path: '/t/{team}/tokens',
    access: 'team',
    permission: 'tokens.manage',
  },
  'team-tokens.store': {
    method: 'POST',
    path: '/t/{team}/tokens',
    access: 'team',
    permission: 'tokens.manage',
    confirmation: 'sensitive',
    formPage: '/t/{team}/tokens',
    notInBrowser: true,
  },
  'team-token.destroy': {
    method: 'DELETE',
    path: '/t/{team}/tokens/{token}',
    access: 'team',
    permission: 'tokens.manage',
    formPage: '/t/{team}/tokens',
    where: { token: uuidPattern },
    notInBrowser: true,
  },

  /** The token alone says which team is meant. */
  'team-api.show': { ...api, method: 'GET', path: '/api/team', permission: 'team.view' },
  'team-api.openapi': {
    ...api,
    method: 'GET',
    path: '/api/team/openapi.json',
    permission: 'team.view',
  },
  'team-api.members': { ...api, method: 'GET', path: '/api/team/members', permission: 'team.view' },
  'team-api.invitations': {
    ...api,
    method: 'GET',
    path: '/api/team/invitations',
    permission: 'members.invite',
  },
  'team-api.invite': {
    ...api,
    method: 'POST',
    path: '/api/team/invitations',
    permission: 'members.invite',
  },
  'team-api.revoke-invitation': {
    ...api,
    method: 'DELETE',
    path: '/api/team/invitations/{invitation}',
    permission: 'members.invite',
    where: { invitation: uuidPattern },
  },
} as const satisfies Record<string, Route>
