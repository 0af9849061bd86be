import { linkTokenPattern, uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const emailAddressesRouteTable = {
  'email-address.store': {
    method: 'POST',
    path: '/user/email-addresses',
    access: 'verified',
    confirmation: 'sensitive',
    formPage: '/user/profile',
  },
  'email-address.code': {
    method: 'POST',
    path: '/user/email-addresses/{address}/code',
    access: 'signedIn',
    formPage: '/user/profile',
    where: { address: uuidPattern },
  },
  'email-address.primary': {
    method: 'PUT',
    path: '/user/email-addresses/{address}/primary',
    access: 'verified',
    confirmation: 'sensitive',
    formPage: '/user/profile',
    where: { address: uuidPattern },
  },
  'email-address.destroy': {
    method: 'DELETE',
    path: '/user/email-addresses/{address}',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/user/profile',
    where: { address: uuidPattern },
  },
  'email-address.confirm': {
    method: 'GET',
    path: '/email-address/{token}',
    access: 'signedIn',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'email-address.confirm.store': {
    method: 'POST',
    path: '/email-address/{token}',
    access: 'signedIn',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
