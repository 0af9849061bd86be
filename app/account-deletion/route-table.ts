import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const accountDeletionRouteTable = {
  'current-user.destroy': {
    method: 'DELETE',
    path: '/user',
    access: 'signedIn',
    allowOnHold: true,
  },
  'account-leaving.show': {
    method: 'GET',
    path: '/user/leaving',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'account-leaving.return': {
    method: 'POST',
    path: '/user/leaving',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'account-return.show': {
    method: 'GET',
    path: '/account-return/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'account-return.store': {
    method: 'POST',
    path: '/account-return/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
