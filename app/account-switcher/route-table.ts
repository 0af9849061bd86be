import { secretPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const accountSwitcherRouteTable = {
  'accounts.index': { method: 'GET', path: '/accounts', access: 'public' },
  'accounts.store': {
    method: 'POST',
    path: '/accounts',
    access: 'signedIn',
    allowOnHold: true,
    allowWithoutSecondFactor: true,
    forAnyAccount: true,
  },
  'accounts.switch': {
    method: 'POST',
    path: '/accounts/{account}/switch',
    access: 'public',
    where: { account: secretPattern },
    forAnyAccount: true,
  },
  'accounts.destroy': {
    method: 'DELETE',
    path: '/accounts/{account}',
    access: 'public',
    where: { account: secretPattern },
    formPage: '/accounts',
    forAnyAccount: true,
  },
  'all-accounts.destroy': {
    method: 'DELETE',
    path: '/accounts',
    access: 'public',
    forAnyAccount: true,
  },
} as const satisfies Record<string, Route>
