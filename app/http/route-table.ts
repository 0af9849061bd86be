import type { Route } from '#app/routes.ts'

export const httpRouteTable = {
  'challenge.show': { method: 'GET', path: '/sign-up-challenge', access: 'public' },
  up: { method: 'GET', path: '/up', access: 'public', notInBrowser: true },
  ready: { method: 'GET', path: '/ready', access: 'public', notInBrowser: true },
  metrics: { method: 'GET', path: '/metrics', access: 'monitoring', notInBrowser: true },
  'csp-report': {
    method: 'POST',
    path: '/csp-report',
    access: 'public',
    crossSite: true,
    notInBrowser: true,
  },
  'well-known.security': {
    method: 'GET',
    path: '/.well-known/security.txt',
    access: 'public',
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
