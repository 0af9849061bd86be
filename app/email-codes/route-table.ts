import type { Route } from '#app/routes.ts'

export const emailCodesRouteTable = {
  'email-code.show': { method: 'GET', path: '/login/code', access: 'guest', notInBrowser: true },
  'email-code.send': {
    method: 'POST',
    path: '/login/code',
    access: 'guest',
    formPage: '/login?step=password',
  },
  'email-code.store': {
    method: 'POST',
    path: '/login/code/verify',
    access: 'guest',
    formPage: '/login/code',
  },
} as const satisfies Record<string, Route>
