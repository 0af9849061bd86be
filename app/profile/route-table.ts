import type { Route } from '#app/routes.ts'

export const profileRouteTable = {
  'profile.show': {
    method: 'GET',
    path: '/user/profile',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'profile.security': {
    method: 'GET',
    path: '/user/profile/security',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'profile.devices': {
    method: 'GET',
    path: '/user/profile/devices',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'profile.data': { method: 'GET', path: '/user/profile/data', access: 'signedIn' },
  'user-profile-information.update': {
    method: 'PUT',
    path: '/user/profile-information',
    access: 'signedIn',
  },
} as const satisfies Record<string, Route>
