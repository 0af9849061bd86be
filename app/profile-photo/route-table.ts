import { photoPattern, photoSizePattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const profilePhotoRouteTable = {
  'user-profile-photo.update': { method: 'POST', path: '/user/profile-photo', access: 'signedIn' },
  'current-user-photo.destroy': {
    method: 'DELETE',
    path: '/user/profile-photo',
    access: 'signedIn',
    notInBrowser: true,
  },
  'profile-photo.show': {
    method: 'GET',
    path: '/photos/{photo}/{size}',
    access: 'public',
    where: { photo: photoPattern, size: photoSizePattern },
    notInBrowser: true,
    duringSupport: 'asOwner',
  },
} as const satisfies Record<string, Route>
