import type { Route } from '#app/routes.ts'

export const signInRouteTable = {
  login: { method: 'GET', path: '/login', access: 'guest' },
  'login.store': {
    method: 'POST',
    path: '/login',
    access: 'guest',
    formPage: '/login?step=password',
  },
  'login.find': { method: 'POST', path: '/login/find', access: 'guest', formPage: '/login' },
  logout: {
    method: 'POST',
    path: '/logout',
    access: 'signedIn',
    allowOnHold: true,
    duringSupport: 'asAdministrator',
  },
} as const satisfies Record<string, Route>
