import type { Route } from '#app/routes.ts'

export const homeRouteTable = {
  home: { method: 'GET', path: '/', access: 'public' },
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    access: 'verified',
    duringSupport: 'asOwner',
  },
} as const satisfies Record<string, Route>
