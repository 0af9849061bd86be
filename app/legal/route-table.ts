import type { Route } from '#app/routes.ts'

export const legalRouteTable = {
  'terms.show': { method: 'GET', path: '/terms-of-service', access: 'public' },
  'policy.show': { method: 'GET', path: '/privacy-policy', access: 'public' },
  'terms.accept': {
    method: 'GET',
    path: '/terms-of-service/accept',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'terms.accept.store': {
    method: 'POST',
    path: '/terms-of-service/accept',
    access: 'signedIn',
    allowOnHold: true,
  },
} as const satisfies Record<string, Route>
