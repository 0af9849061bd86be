import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const trustedDevicesRouteTable = {
  'trusted-device.destroy': {
    method: 'DELETE',
    path: '/user/trusted-devices/{device}',
    access: 'signedIn',
    where: { device: uuidPattern },
    formPage: '/user/profile/security',
  },
  'trusted-devices.destroy': {
    method: 'DELETE',
    path: '/user/trusted-devices',
    access: 'signedIn',
    formPage: '/user/profile/security',
  },
} as const satisfies Record<string, Route>
