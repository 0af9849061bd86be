import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const waitlistRouteTable = {
  'waitlist.store': { method: 'POST', path: '/waitlist', access: 'guest', formPage: '/register' },
  'waitlist.show': {
    method: 'GET',
    path: '/waitlist/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'waitlist.update': {
    method: 'POST',
    path: '/waitlist/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
