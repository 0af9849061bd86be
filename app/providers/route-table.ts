import { providerPattern, uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

export const providersRouteTable = {
  // Plain links, because `form-action` of our pages allows no redirect to another site.
  'provider.login': {
    method: 'GET',
    path: '/sign-in/{provider}',
    access: 'guest',
    onlyFrom: '/login',
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  'provider.callback': {
    method: 'GET',
    path: '/sign-in/{provider}/callback',
    access: 'public',
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  /** The provider's page sends its answer here, without our cookies. */
  'provider.callback.store': {
    method: 'POST',
    path: '/sign-in/{provider}/callback',
    access: 'public',
    crossSite: true,
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  'provider.answer': {
    method: 'POST',
    path: '/sign-in/{provider}/answer',
    access: 'public',
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  'provider.logout': {
    method: 'POST',
    path: '/sign-in/{provider}/logout',
    access: 'public',
    crossSite: true,
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  'provider.confirm': {
    method: 'GET',
    path: '/user/confirm-password/{provider}',
    access: 'signedIn',
    onlyFrom: '/user/confirm-password',
    allowOnHold: true,
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  'linked-account.store': {
    method: 'GET',
    path: '/user/linked-accounts/{provider}/link',
    access: 'signedIn',
    onlyFrom: '/user/profile/security#linked-accounts',
    confirmation: 'sensitive',
    where: { provider: providerPattern },
    notInBrowser: true,
  },
  'linked-account.destroy': {
    method: 'DELETE',
    path: '/user/linked-accounts/{account}',
    access: 'signedIn',
    confirmation: 'sensitive',
    where: { account: uuidPattern },
  },
} as const satisfies Record<string, Route>
