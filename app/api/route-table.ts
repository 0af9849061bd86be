import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const apiRouteTable = {
  'api.docs': { method: 'GET', path: '/api/docs', access: 'public', permission: null },
  'api.openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    permission: null,
    notInBrowser: true,
  },
  'api.user.show': { method: 'GET', path: '/api/user', access: 'apiToken', permission: 'read' },
  'api.user.update': {
    method: 'PATCH',
    path: '/api/user',
    access: 'apiToken',
    permission: 'update',
  },
  'api.history.index': {
    method: 'GET',
    path: '/api/history',
    access: 'apiToken',
    permission: 'read',
  },
  'api.sessions.index': {
    method: 'GET',
    path: '/api/sessions',
    access: 'apiToken',
    permission: 'read',
  },
  'api.sessions.destroy': {
    method: 'DELETE',
    path: '/api/sessions/{session}',
    access: 'apiToken',
    permission: 'delete',
    where: { session: uuidPattern },
  },
  'api.tokens.index': {
    method: 'GET',
    path: '/api/tokens',
    access: 'apiToken',
    permission: 'read',
  },
  'api.tokens.destroy': {
    method: 'DELETE',
    path: '/api/tokens/{token}',
    access: 'apiToken',
    permission: 'delete',
    where: { token: uuidPattern },
  },
} as const satisfies Record<string, Route>
