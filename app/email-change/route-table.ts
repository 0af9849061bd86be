import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const emailChangeRouteTable = {
  'email-change.store': {
    method: 'POST',
    path: '/user/email-change',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/user/profile',
  },
  'email-change.send': {
    method: 'POST',
    path: '/user/email-change/notification',
    access: 'signedIn',
    formPage: '/user/profile',
  },
  'email-change.code': {
    method: 'POST',
    path: '/user/email-change/code',
    access: 'signedIn',
    formPage: '/user/profile',
  },
  'email-change.destroy': { method: 'DELETE', path: '/user/email-change', access: 'signedIn' },
  'email-change.confirm': {
    method: 'GET',
    path: '/email-change/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'email-change.confirm.store': {
    method: 'POST',
    path: '/email-change/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
