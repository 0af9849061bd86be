import type { Route } from '#app/routes.ts'

export const confirmationRouteTable = {
  'password.confirm': {
    method: 'GET',
    path: '/user/confirm-password',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'password.confirm.store': {
    method: 'POST',
    path: '/user/confirm-password',
    access: 'signedIn',
    allowOnHold: true,
  },
  'password.confirmation': {
    method: 'GET',
    path: '/user/confirmed-password-status',
    access: 'signedIn',
    allowOnHold: true,
  },
  'password.confirmation.destroy': {
    method: 'DELETE',
    path: '/user/confirmed-password-status',
    access: 'signedIn',
    formPage: '/dashboard',
    allowOnHold: true,
  },
} as const satisfies Record<string, Route>
