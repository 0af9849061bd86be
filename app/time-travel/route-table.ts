import type { Route } from '#app/routes.ts'

export const timeTravelRouteTable = {
  'time-travel.index': {
    method: 'GET',
    path: '/time-travel',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'time-travel.csv': { method: 'GET', path: '/time-travel/events.csv', access: 'signedIn' },
  'time-travel.restore': {
    method: 'POST',
    path: '/time-travel/restore',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/time-travel',
  },
  'time-travel.not-me': {
    method: 'POST',
    path: '/time-travel/{event}/not-me',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/time-travel',
  },
} as const satisfies Record<string, Route>
