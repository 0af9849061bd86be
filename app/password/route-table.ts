import type { Route } from '#app/routes.ts'

export const passwordRouteTable = {
  'password.request': { method: 'GET', path: '/forgot-password', access: 'public' },
  'password.email': { method: 'POST', path: '/forgot-password', access: 'public' },
  'password.code': {
    method: 'POST',
    path: '/forgot-password/code',
    access: 'public',
    formPage: '/forgot-password',
  },
  'password.reset': { method: 'GET', path: '/reset-password/{token}', access: 'public' },
  'password.update': { method: 'POST', path: '/reset-password', access: 'public' },
  'user-password.update': { method: 'PUT', path: '/user/password', access: 'signedIn' },
  'user-password.destroy': {
    method: 'DELETE',
    path: '/user/password',
    access: 'signedIn',
    confirmation: 'sensitive',
  },
  'well-known.change-password': {
    method: 'GET',
    path: '/.well-known/change-password',
    access: 'public',
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
