import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const supportAccessRouteTable = {
  'support-access.show': {
    method: 'GET',
    path: '/support-access/{access}',
    access: 'signedIn',
    where: { access: uuidPattern },
    notInBrowser: true,
  },
  'support-access.store': {
    method: 'POST',
    path: '/support-access/{access}',
    access: 'signedIn',
    confirmation: 'standard',
    where: { access: uuidPattern },
    notInBrowser: true,
  },
  'support-access.destroy': {
    method: 'DELETE',
    path: '/support-access/{access}',
    access: 'signedIn',
    allowOnHold: true,
    allowWithoutSecondFactor: true,
    forAnyAccount: true,
    duringSupport: 'asAdministrator',
    where: { access: uuidPattern },
    formPage: '/dashboard',
  },
} as const satisfies Record<string, Route>
