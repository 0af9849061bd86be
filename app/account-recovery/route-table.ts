import { linkTokenPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const accountRecoveryRouteTable = {
  'account-recovery.show': { method: 'GET', path: '/recover-account', access: 'guest' },
  'account-recovery.store': { method: 'POST', path: '/recover-account', access: 'guest' },
  'account-recovery.address': {
    method: 'POST',
    path: '/recover-account/address',
    access: 'guest',
    formPage: '/recover-account',
  },
  'account-recovery.code': {
    method: 'POST',
    path: '/recover-account/code',
    access: 'guest',
    formPage: '/recover-account',
  },
  'account-recovery.finish': {
    method: 'GET',
    path: '/recover-account/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'account-recovery.finish.store': {
    method: 'POST',
    path: '/recover-account/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'account-recovery.stop': {
    method: 'GET',
    path: '/stop-recovery/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'account-recovery.stop.store': {
    method: 'POST',
    path: '/stop-recovery/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'account-recovery.destroy': {
    method: 'DELETE',
    path: '/user/account-recovery',
    access: 'signedIn',
    allowOnHold: true,
    allowWithoutSecondFactor: true,
    formPage: '/user/profile/security',
  },
} as const satisfies Record<string, Route>
