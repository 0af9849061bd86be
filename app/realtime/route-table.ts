import type { Route } from '#app/routes.ts'

export const realtimeRouteTable = {
  'broadcasting.auth': { method: 'POST', path: '/broadcasting/auth', access: 'public' },
  'broadcasting.user-auth': { method: 'POST', path: '/broadcasting/user-auth', access: 'public' },
} as const satisfies Record<string, Route>
