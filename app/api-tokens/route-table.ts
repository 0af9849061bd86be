import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const apiTokensRouteTable = {
  'api-tokens.index': { method: 'GET', path: '/user/api-tokens', access: 'verified' },
  'api-tokens.store': {
    method: 'POST',
    path: '/user/api-tokens',
    access: 'verified',
    confirmation: 'sensitive',
  },
  'api-tokens.update': {
    method: 'PUT',
    path: '/user/api-tokens/{token}',
    access: 'verified',
    confirmation: 'sensitive',
    formPage: '/user/api-tokens',
    where: { token: uuidPattern },
  },
  'api-tokens.rotate': {
    method: 'POST',
    path: '/user/api-tokens/{token}/rotation',
    access: 'verified',
    confirmation: 'sensitive',
    formPage: '/user/api-tokens',
    where: { token: uuidPattern },
  },
  'api-tokens.destroy': {
    method: 'DELETE',
    path: '/user/api-tokens/{token}',
    access: 'verified',
    formPage: '/user/api-tokens',
    where: { token: uuidPattern },
  },
} as const satisfies Record<string, Route>
