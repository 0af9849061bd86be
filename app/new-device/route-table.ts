import type { Route } from '#app/routes.ts'

export const newDeviceRouteTable = {
  'new-device.show': { method: 'GET', path: '/new-device', access: 'guest', notInBrowser: true },
  'new-device.store': { method: 'POST', path: '/new-device', access: 'guest' },
  'new-device.send': {
    method: 'POST',
    path: '/new-device/code',
    access: 'guest',
    formPage: '/new-device',
  },
} as const satisfies Record<string, Route>
