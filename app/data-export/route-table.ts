import type { Route } from '#app/routes.ts'

export const dataExportRouteTable = {
  'data-export.store': {
    method: 'POST',
    path: '/user/data-export',
    access: 'signedIn',
    allowOnHold: true,
    confirmation: 'standard',
  },
  'data-export.show': {
    method: 'GET',
    path: '/user/data-export',
    access: 'signedIn',
    allowOnHold: true,
    confirmation: 'standard',
  },
} as const satisfies Record<string, Route>
