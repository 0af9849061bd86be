import type { Route } from '#app/routes.ts'

export const devMailboxRouteTable = {
  'mailbox.index': { method: 'GET', path: '/mailbox', access: 'loopback' },
  'mailbox.show': {
    method: 'GET',
    path: '/mailbox/{mail}',
    access: 'loopback',
    where: { mail: '[A-Za-z0-9-]{1,80}' },
  },
  'mailbox.html': {
    method: 'GET',
    path: '/mailbox/{mail}/html',
    access: 'loopback',
    where: { mail: '[A-Za-z0-9-]{1,80}' },
  },
} as const satisfies Record<string, Route>
