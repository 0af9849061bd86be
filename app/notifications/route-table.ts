import type { Route } from '#app/routes.ts'

export const notificationsRouteTable = {
  'notifications.index': { method: 'GET', path: '/notifications', access: 'signedIn' },
  'notifications.read': {
    method: 'PUT',
    path: '/notifications/read',
    access: 'signedIn',
    formPage: '/notifications',
  },
  'notification-settings.update': {
    method: 'PUT',
    path: '/user/notification-settings',
    access: 'signedIn',
    formPage: '/user/profile',
  },
} as const satisfies Record<string, Route>
