import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const passkeysRouteTable = {
  'passkey.login-options': { method: 'GET', path: '/passkeys/login/options', access: 'guest' },
  'passkey.login': { method: 'POST', path: '/passkeys/login', access: 'guest' },
  'passkey.confirm-options': {
    method: 'GET',
    path: '/passkeys/confirm/options',
    access: 'signedIn',
    allowOnHold: true,
  },
  'passkey.confirm': {
    method: 'POST',
    path: '/passkeys/confirm',
    access: 'signedIn',
    allowOnHold: true,
  },
  'passkey.registration-options': {
    method: 'GET',
    path: '/user/passkeys/options',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'passkey.store': {
    method: 'POST',
    path: '/user/passkeys',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/user/profile/security',
    allowWithoutSecondFactor: true,
  },
  'passkey-offer.destroy': {
    method: 'DELETE',
    path: '/user/passkey-offer',
    access: 'signedIn',
    formPage: '/dashboard',
  },
  'passkey.update': {
    method: 'PUT',
    path: '/user/passkeys/{passkey}',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/user/profile/security',
    where: { passkey: uuidPattern },
  },
  'passkey.destroy': {
    method: 'DELETE',
    path: '/user/passkeys/{passkey}',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/user/profile/security',
    where: { passkey: uuidPattern },
  },
  'well-known.passkeys': {
    method: 'GET',
    path: '/.well-known/passkey-endpoints',
    access: 'public',
    notInBrowser: true,
  },
} as const satisfies Record<string, Route>
