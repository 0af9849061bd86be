import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const signInUnlockRouteTable = {
  'sign-in-unlock.show': {
    method: 'GET',
    path: '/sign-in-unlock/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'sign-in-unlock.store': {
    method: 'POST',
    path: '/sign-in-unlock/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
