import type { Route } from '#app/routes.ts'

export const logIntegrityRouteTable = {
  'time-travel.seal': { method: 'GET', path: '/time-travel/seal', access: 'signedIn' },
  'time-travel.export': { method: 'GET', path: '/time-travel/export', access: 'signedIn' },
  'well-known.record-key': {
    method: 'GET',
    path: '/.well-known/foyer-record-key',
    access: 'public',
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
