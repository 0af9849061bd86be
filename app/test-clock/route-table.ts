import type { Route } from '#app/routes.ts'

export const testClockRouteTable = {
  'test-clock.store': {
    method: 'POST',
    path: '/test-clock',
    access: 'signedIn',
    allowOnHold: true,
    formPage: '/time-travel',
  },
  // Public, because moving the clock may have expired the session.
  'test-clock.destroy': { method: 'DELETE', path: '/test-clock', access: 'public', formPage: '/' },
} as const satisfies Record<string, Route>
