import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const invitationsRouteTable = {
  'invitation.show': {
    method: 'GET',
    path: '/invitation/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'invitation.store': {
    method: 'POST',
    path: '/invitation/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'invitation.passkey': {
    method: 'GET',
    path: '/invitation/{token}/passkey',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'invitation.passkey.store': {
    method: 'POST',
    path: '/invitation/{token}/passkey',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
