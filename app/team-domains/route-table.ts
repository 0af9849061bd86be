import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for domains of teams. */
export const teamDomainRouteTable = {
  /** Joins by a verified address of a domain that the team has proved. */
  'team-domain.join': {
    method: 'POST',
    path: '/teams/domains/{domain}',
    access: 'verified',
    formPage: '/teams',
    where: { domain: uuidPattern },
  },

  'team-domains.store': {
    method: 'POST',
    path: '/t/{team}/domains',
    access: 'team',
    permission: 'domains.manage',
    confirmation: 'sensitive',
    formPage: '/t/{team}/settings',
  },
  'team-domain.check': {
    method: 'POST',
    path: '/t/{team}/domains/{domain}/check',
    access: 'team',
    permission: 'domains.manage',
    formPage: '/t/{team}/settings',
    where: { domain: uuidPattern },
  },
  'team-domain.update': {
    method: 'PUT',
    path: '/t/{team}/domains/{domain}',
    access: 'team',
    permission: 'domains.manage',
    formPage: '/t/{team}/settings',
    where: { domain: uuidPattern },
  },
  'team-domain.destroy': {
    method: 'DELETE',
    path: '/t/{team}/domains/{domain}',
    access: 'team',
    permission: 'domains.manage',
    formPage: '/t/{team}/settings',
    where: { domain: uuidPattern },
  },
} as const satisfies Record<string, Route>
