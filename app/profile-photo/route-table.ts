import type { Route } from '#app/routes.ts'

export const profilePhotoRouteTable = {
  'user-profile-photo.update': { method: 'POST', path: '/user/profile-photo', access: 'signedIn' },
  'current-user-photo.destroy': {
    method: 'DELETE',
    path: '/user/profile-photo',
    access: 'signedIn',
  },
  'profile-photo.show': {
    method: 'GET',
    path: '/photos/{photo}/{size}',
    access: 'public',
    where: { photo: '[A-Za-z0-9_-]{22}', size: '(?:96|256)' },
    notInBrowser: true,
    duringSupport: 'asOwner',
  },
} as const satisfies Record<string, Route>
