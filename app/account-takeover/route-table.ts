import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const accountTakeoverRouteTable = {
  'email-change.undo': {
    method: 'GET',
    path: '/email-change/{token}/undo',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'email-change.undo.store': {
    method: 'POST',
    path: '/email-change/{token}/undo',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'not-me.show': {
    method: 'GET',
    path: '/not-me/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'not-me.store': {
    method: 'POST',
    path: '/not-me/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
