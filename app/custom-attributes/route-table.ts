import type { Route } from '#app/routes.ts'

export const customAttributesRouteTable = {
  'attributes.update': {
    method: 'PUT',
    path: '/user/attributes',
    access: 'signedIn',
    formPage: '/user/profile',
  },
} as const satisfies Record<string, Route>
