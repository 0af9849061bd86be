import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const browserSessionsRouteTable = {
  'browser-session.destroy': {
    method: 'DELETE',
    path: '/user/other-browser-sessions/{session}',
    access: 'signedIn',
    where: { session: uuidPattern },
    formPage: '/user/profile/devices',
  },
  'browser-session.update': {
    method: 'PUT',
    path: '/user/other-browser-sessions/{session}',
    access: 'signedIn',
    confirmation: 'standard',
    where: { session: uuidPattern },
    formPage: '/user/profile/devices',
  },
  'other-browser-sessions.destroy': {
    method: 'DELETE',
    path: '/user/other-browser-sessions',
    access: 'signedIn',
    formPage: '/user/profile/devices',
  },
} as const satisfies Record<string, Route>
