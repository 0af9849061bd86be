import { adminRouteTable } from './admin/route-table.ts'
import { managementRouteTable } from './management-api/route-table.ts'
import type {
  AccountPermission,
  RolePermission,
  ServicePermission,
  TeamPermission,
  TeamTokenPermission,
} from './permissions.ts'
import {
  linkTokenPattern,
  photoPattern,
  photoSizePattern,
  providerPattern,
  secretPattern,
  uuidPattern,
} from './route-patterns.ts'
import { teamRouteTable } from './teams/route-table.ts'

/**
 * The route table. Links, redirects, the browser's routes and the tests are derived from it.
 *
 * `path` contains parameters as `{name}`; `where` is the pattern a parameter's whole value must match.
 * `access` is checked after routing; the server does not start with a route that declares none.
 *
 *   public         everyone
 *   guest          visitors who are not signed in, and signed-in users who add an account; others are redirected to the dashboard
 *   signedIn       signed in
 *   verified       signed in with a verified address
 *   role           signed in with a verified address and a role with the route's `permission`; 404 without any role
 *   team           signed in with a verified address, and a member of the team `{team}` with the route's `permission`; 404 for others
 *   loopback       only this machine
 *   signedRequest  servers that sign each request with the channels' secret; only the channels' own routes
 *   apiToken       API tokens with the route's `permission`; only under /api
 *   teamToken      API tokens of a team with the route's `permission`; only under /api/team
 *   serviceToken   service tokens with the route's `permission`; only under /api/admin
 *
 * `confirmation` also requires a recent confirmation of that level (`confirmation-levels.ts`).
 * `permission` of `app/permissions.ts` is required with `role`, `team` and tokens; null for routes under /api without a token.
 * `allowOnHold` also allows accounts that are pending deletion or have not accepted the current terms.
 * `crossSite` marks routes that other sites and servers may post to: they change nothing, or check a signature themselves.
 * `notInBrowser` marks routes that no page builds a URL of, such as those of links in mail, so browsers do not receive them.
 * `onlyFrom` is a page of ours: a request that did not start on our pages is redirected there, before anything is remembered.
 * `forAnyAccount` also accepts requests of a page that shows another account than the one in use.
 * `duringSupport` allows the route while an administrator sees another account: `asOwner` shows that account, `asAdministrator` that of the administrator.
 * `allowWithoutSecondFactor` also allows accounts without a second factor where one is required.
 * `allowUnmetRequirements` also allows members of the team who do not meet what it requires of them.
 */
export const routes = {
  home: { method: 'GET', path: '/', access: 'public' },
  'terms.show': { method: 'GET', path: '/terms-of-service', access: 'public' },
  'policy.show': { method: 'GET', path: '/privacy-policy', access: 'public' },

  register: { method: 'GET', path: '/register', access: 'guest' },
  'register.store': { method: 'POST', path: '/register', access: 'guest' },
  'register.passkey': { method: 'GET', path: '/register/passkey', access: 'guest' },
  'register.passkey.store': { method: 'POST', path: '/register/passkey', access: 'guest' },
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
  'challenge.show': { method: 'GET', path: '/sign-up-challenge', access: 'public' },
  'waitlist.store': { method: 'POST', path: '/waitlist', access: 'guest', formPage: '/register' },
  'waitlist.show': {
    method: 'GET',
    path: '/waitlist/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'waitlist.update': {
    method: 'POST',
    path: '/waitlist/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'verification.notice': { method: 'GET', path: '/email/verify', access: 'public' },
  'verification.send': {
    method: 'POST',
    path: '/email/verification-notification',
    access: 'public',
    formPage: '/email/verify',
  },
  'verification.code': {
    method: 'POST',
    path: '/email/verify',
    access: 'public',
  },
  'verification.verify': {
    method: 'GET',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
  'verification.confirm': {
    method: 'POST',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
  'verification.passkey-options': {
    method: 'GET',
    path: '/email/verify/{id}/{hash}/passkey',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },
  'verification.passkey': {
    method: 'POST',
    path: '/email/verify/{id}/{hash}/passkey',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
    notInBrowser: true,
  },

  'email-change.store': {
    method: 'POST',
    path: '/user/email-change',
    access: 'signedIn',
    confirmation: 'sensitive',
    formPage: '/user/profile',
  },
  'email-change.send': {
    method: 'POST',
    path: '/user/email-change/notification',
    access: 'signedIn',
    formPage: '/user/profile',
  },
  'email-change.code': {
    method: 'POST',
    path: '/user/email-change/code',
    access: 'signedIn',
    formPage: '/user/profile',
  },
  'email-change.destroy': { method: 'DELETE', path: '/user/email-change', access: 'signedIn' },
  'email-change.confirm': {
    method: 'GET',
    path: '/email-change/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'email-change.confirm.store': {
    method: 'POST',
    path: '/email-change/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
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

  login: { method: 'GET', path: '/login', access: 'guest' },
  'login.store': {
    method: 'POST',
    path: '/login',
    access: 'guest',
    formPage: '/login?step=password',
  },
  'login.find': { method: 'POST', path: '/login/find', access: 'guest', formPage: '/login' },
  'sign-in-unlock.show': {
    method: 'GET',
    path: '/sign-in-unlock/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'sign-in-unlock.store': {
    method: 'POST',
    path: '/sign-in-unlock/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'email-code.show': { method: 'GET', path: '/login/code', access: 'guest', notInBrowser: true },
  'email-code.send': {
    method: 'POST',
    path: '/login/code',
    access: 'guest',
    formPage: '/login?step=password',
  },
  'email-code.store': {
    method: 'POST',
    path: '/login/code/verify',
    access: 'guest',
    formPage: '/login/code',
  },
  logout: {
    method: 'POST',
    path: '/logout',
    access: 'signedIn',
    allowOnHold: true,
    duringSupport: 'asAdministrator',
  },

  'accounts.index': { method: 'GET', path: '/accounts', access: 'public' },
  'accounts.store': {
    method: 'POST',
    path: '/accounts',
    access: 'signedIn',
    allowOnHold: true,
    allowWithoutSecondFactor: true,
    forAnyAccount: true,
  },
  'accounts.switch': {
    method: 'POST',
    path: '/accounts/{account}/switch',
    access: 'public',
    where: { account: secretPattern },
    forAnyAccount: true,
  },
  'accounts.destroy': {
    method: 'DELETE',
    path: '/accounts/{account}',
    access: 'public',
    where: { account: secretPattern },
    formPage: '/accounts',
    forAnyAccount: true,
  },
  'all-accounts.destroy': {
    method: 'DELETE',
    path: '/accounts',
    access: 'public',
    forAnyAccount: true,
  },

  'password.request': { method: 'GET', path: '/forgot-password', access: 'public' },
  'password.email': { method: 'POST', path: '/forgot-password', access: 'public' },
  'password.code': {
    method: 'POST',
    path: '/forgot-password/code',
    access: 'public',
    formPage: '/forgot-password',
  },
  'password.reset': { method: 'GET', path: '/reset-password/{token}', access: 'public' },
  'password.update': { method: 'POST', path: '/reset-password', access: 'public' },
  'user-password.update': { method: 'PUT', path: '/user/password', access: 'signedIn' },
  'user-password.destroy': {
    method: 'DELETE',
    path: '/user/password',
    access: 'signedIn',
    confirmation: 'sensitive',
  },
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
  'well-known.change-password': {
    method: 'GET',
    path: '/.well-known/change-password',
    access: 'public',
    notInBrowser: true,
  },

  'password.confirm': {
    method: 'GET',
    path: '/user/confirm-password',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'password.confirm.store': {
    method: 'POST',
    path: '/user/confirm-password',
    access: 'signedIn',
    allowOnHold: true,
  },
  'password.confirmation': {
    method: 'GET',
    path: '/user/confirmed-password-status',
    access: 'signedIn',
    allowOnHold: true,
  },
  'password.confirmation.destroy': {
    method: 'DELETE',
    path: '/user/confirmed-password-status',
    access: 'signedIn',
    allowOnHold: true,
  },

  'two-factor.login': { method: 'GET', path: '/two-factor-challenge', access: 'guest' },
  'two-factor.login.store': { method: 'POST', path: '/two-factor-challenge', access: 'guest' },
  'two-factor.passkey-options': {
    method: 'GET',
    path: '/two-factor-challenge/passkey-options',
    access: 'guest',
  },
  'two-factor.passkey': {
    method: 'POST',
    path: '/two-factor-challenge/passkey',
    access: 'guest',
  },
  'new-device.show': { method: 'GET', path: '/new-device', access: 'guest', notInBrowser: true },
  'new-device.store': { method: 'POST', path: '/new-device', access: 'guest' },
  'new-device.send': {
    method: 'POST',
    path: '/new-device/code',
    access: 'guest',
    formPage: '/new-device',
  },
  'two-factor.enable': {
    method: 'POST',
    path: '/user/two-factor-authentication',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'two-factor.confirm': {
    method: 'POST',
    path: '/user/confirmed-two-factor-authentication',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'two-factor.disable': {
    method: 'DELETE',
    path: '/user/two-factor-authentication',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'two-factor.enable-with-passkey': {
    method: 'POST',
    path: '/user/two-factor-with-passkey',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'two-factor.prefer': {
    method: 'PUT',
    path: '/user/preferred-second-factor',
    access: 'signedIn',
    confirmation: 'sensitive',
  },
  'authenticator-app.destroy': {
    method: 'DELETE',
    path: '/user/authenticator-app',
    access: 'signedIn',
    confirmation: 'sensitive',
  },
  'two-factor.qr-code': {
    method: 'GET',
    path: '/user/two-factor-qr-code',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
    notInBrowser: true,
  },
  'two-factor.secret-key': {
    method: 'GET',
    path: '/user/two-factor-secret-key',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
    notInBrowser: true,
  },
  'two-factor.recovery-codes': {
    method: 'GET',
    path: '/user/two-factor-recovery-codes',
    access: 'signedIn',
    confirmation: 'sensitive',
    notInBrowser: true,
  },
  'two-factor.regenerate-recovery-codes': {
    method: 'POST',
    path: '/user/two-factor-recovery-codes',
    access: 'signedIn',
    confirmation: 'sensitive',
  },
  'two-factor.confirm-recovery-codes': {
    method: 'POST',
    path: '/user/confirmed-two-factor-recovery-codes',
    access: 'signedIn',
    confirmation: 'sensitive',
  },

  'trusted-device.destroy': {
    method: 'DELETE',
    path: '/user/trusted-devices/{device}',
    access: 'signedIn',
    where: { device: uuidPattern },
    formPage: '/user/profile/security',
  },
  'trusted-devices.destroy': {
    method: 'DELETE',
    path: '/user/trusted-devices',
    access: 'signedIn',
    formPage: '/user/profile/security',
  },

  'second-factor.show': {
    method: 'GET',
    path: '/user/second-factor',
    access: 'signedIn',
    allowWithoutSecondFactor: true,
    notInBrowser: true,
  },

  dashboard: {
    method: 'GET',
    path: '/dashboard',
    access: 'verified',
    duringSupport: 'asOwner',
  },

  'profile.show': {
    method: 'GET',
    path: '/user/profile',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'profile.security': {
    method: 'GET',
    path: '/user/profile/security',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'profile.devices': {
    method: 'GET',
    path: '/user/profile/devices',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'profile.data': { method: 'GET', path: '/user/profile/data', access: 'signedIn' },

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

  'user-profile-information.update': {
    method: 'PUT',
    path: '/user/profile-information',
    access: 'signedIn',
  },
  'attributes.update': {
    method: 'PUT',
    path: '/user/attributes',
    access: 'signedIn',
    formPage: '/user/profile',
  },

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
    where: { passkey: uuidPattern },
  },
  'passkey.destroy': {
    method: 'DELETE',
    path: '/user/passkeys/{passkey}',
    access: 'signedIn',
    confirmation: 'sensitive',
    where: { passkey: uuidPattern },
  },

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

  'support-access.show': {
    method: 'GET',
    path: '/support-access/{access}',
    access: 'signedIn',
    where: { access: uuidPattern },
    notInBrowser: true,
  },
  'support-access.store': {
    method: 'POST',
    path: '/support-access/{access}',
    access: 'signedIn',
    confirmation: 'standard',
    where: { access: uuidPattern },
    notInBrowser: true,
  },
  'support-access.destroy': {
    method: 'DELETE',
    path: '/support-access/{access}',
    access: 'signedIn',
    allowOnHold: true,
    allowWithoutSecondFactor: true,
    forAnyAccount: true,
    duringSupport: 'asAdministrator',
    where: { access: uuidPattern },
    formPage: '/dashboard',
  },

  'api-tokens.index': { method: 'GET', path: '/user/api-tokens', access: 'verified' },
  'api-tokens.store': {
    method: 'POST',
    path: '/user/api-tokens',
    access: 'verified',
    confirmation: 'sensitive',
  },
  'api-tokens.update': {
    method: 'PUT',
    path: '/user/api-tokens/{token}',
    access: 'verified',
    confirmation: 'sensitive',
    where: { token: uuidPattern },
  },
  'api-tokens.rotate': {
    method: 'POST',
    path: '/user/api-tokens/{token}/rotation',
    access: 'verified',
    confirmation: 'sensitive',
    where: { token: uuidPattern },
  },
  'api-tokens.destroy': {
    method: 'DELETE',
    path: '/user/api-tokens/{token}',
    access: 'verified',
    where: { token: uuidPattern },
  },

  'api.docs': { method: 'GET', path: '/api/docs', access: 'public', permission: null },
  'api.openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    permission: null,
    notInBrowser: true,
  },
  'api.user.show': { method: 'GET', path: '/api/user', access: 'apiToken', permission: 'read' },
  'api.user.update': {
    method: 'PATCH',
    path: '/api/user',
    access: 'apiToken',
    permission: 'update',
  },
  'api.history.index': {
    method: 'GET',
    path: '/api/history',
    access: 'apiToken',
    permission: 'read',
  },
  'api.sessions.index': {
    method: 'GET',
    path: '/api/sessions',
    access: 'apiToken',
    permission: 'read',
  },
  'api.sessions.destroy': {
    method: 'DELETE',
    path: '/api/sessions/{session}',
    access: 'apiToken',
    permission: 'delete',
    where: { session: uuidPattern },
  },
  'api.tokens.index': {
    method: 'GET',
    path: '/api/tokens',
    access: 'apiToken',
    permission: 'read',
  },
  'api.tokens.destroy': {
    method: 'DELETE',
    path: '/api/tokens/{token}',
    access: 'apiToken',
    permission: 'delete',
    where: { token: uuidPattern },
  },

  'current-user.destroy': {
    method: 'DELETE',
    path: '/user',
    access: 'signedIn',
    allowOnHold: true,
  },
  'account-leaving.show': {
    method: 'GET',
    path: '/user/leaving',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'account-leaving.return': {
    method: 'POST',
    path: '/user/leaving',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'account-return.show': {
    method: 'GET',
    path: '/account-return/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },
  'account-return.store': {
    method: 'POST',
    path: '/account-return/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
    notInBrowser: true,
  },

  'data-export.store': {
    method: 'POST',
    path: '/user/data-export',
    access: 'signedIn',
    allowOnHold: true,
    confirmation: 'standard',
  },
  'data-export.show': {
    method: 'GET',
    path: '/user/data-export',
    access: 'signedIn',
    allowOnHold: true,
    confirmation: 'standard',
  },

  'time-travel.index': {
    method: 'GET',
    path: '/time-travel',
    access: 'signedIn',
    duringSupport: 'asOwner',
  },
  'time-travel.seal': { method: 'GET', path: '/time-travel/seal', access: 'signedIn' },
  'time-travel.export': { method: 'GET', path: '/time-travel/export', access: 'signedIn' },
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

  'terms.accept': {
    method: 'GET',
    path: '/terms-of-service/accept',
    access: 'signedIn',
    allowOnHold: true,
    notInBrowser: true,
  },
  'terms.accept.store': {
    method: 'POST',
    path: '/terms-of-service/accept',
    access: 'signedIn',
    allowOnHold: true,
  },

  'browser-session.destroy': {
    method: 'DELETE',
    path: '/user/other-browser-sessions/{session}',
    access: 'signedIn',
    where: { session: uuidPattern },
    formPage: '/user/profile/devices',
  },
  'browser-session.update': {
    method: 'PUT',
    path: '/user/other-browser-sessions/{session}',
    access: 'signedIn',
    confirmation: 'standard',
    where: { session: uuidPattern },
    formPage: '/user/profile/devices',
  },
  'other-browser-sessions.destroy': {
    method: 'DELETE',
    path: '/user/other-browser-sessions',
    access: 'signedIn',
    formPage: '/user/profile/devices',
  },

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

  'broadcasting.auth': { method: 'POST', path: '/broadcasting/auth', access: 'public' },
  'broadcasting.user-auth': { method: 'POST', path: '/broadcasting/user-auth', access: 'public' },
  'test-clock.store': {
    method: 'POST',
    path: '/test-clock',
    access: 'signedIn',
    allowOnHold: true,
    formPage: '/time-travel',
  },
  // Public, because moving the clock may have expired the session.
  'test-clock.destroy': { method: 'DELETE', path: '/test-clock', access: 'public', formPage: '/' },

  up: { method: 'GET', path: '/up', access: 'public', notInBrowser: true },
  ready: { method: 'GET', path: '/ready', access: 'public', notInBrowser: true },
  metrics: { method: 'GET', path: '/metrics', access: 'monitoring', notInBrowser: true },
  'csp-report': {
    method: 'POST',
    path: '/csp-report',
    access: 'public',
    crossSite: true,
    notInBrowser: true,
  },
  'well-known.passkeys': {
    method: 'GET',
    path: '/.well-known/passkey-endpoints',
    access: 'public',
    notInBrowser: true,
  },
  'well-known.record-key': {
    method: 'GET',
    path: '/.well-known/foyer-record-key',
    access: 'public',
    notInBrowser: true,
  },
  'well-known.security': {
    method: 'GET',
    path: '/.well-known/security.txt',
    access: 'public',
    notInBrowser: true,
  },

  ...adminRouteTable,
  ...teamRouteTable,
  ...managementRouteTable,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** The routes that pages can build URLs of. */
export type BrowserRoutes = {
  [
    Name in RouteName as (typeof routes)[Name] extends { notInBrowser: true } ? never : Name
  ]: (typeof routes)[Name]
}

export type AccessRule =
  | 'public'
  | 'guest'
  | 'signedIn'
  | 'verified'
  | 'role'
  | 'team'
  | 'loopback'
  /** This machine and METRICS_NETWORKS. */
  | 'monitoring'
  | 'signedRequest'
  | 'apiToken'
  | 'teamToken'
  | 'serviceToken'

export type Route = RouteBase & RoutePermission

type RoutePermission =
  | { access: 'role'; permission: RolePermission }
  | { access: 'team'; permission: TeamPermission; path: `/t/{team}${string}` }
  | { access: 'apiToken'; permission: AccountPermission }
  | { access: 'teamToken'; permission: TeamTokenPermission; path: `/api/team${string}` }
  | { access: 'serviceToken'; permission: ServicePermission; path: `/api/admin/${string}` }
  | {
      access: Exclude<AccessRule, 'role' | 'team' | 'apiToken' | 'teamToken' | 'serviceToken'>
      permission?: null
    }

interface RouteBase {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  allowOnHold?: true
  allowWithoutSecondFactor?: true
  allowUnmetRequirements?: true
  forAnyAccount?: true
  /** `asOwner` only on pages that can be read without a confirmation. */
  duringSupport?: 'asOwner' | 'asAdministrator'
  /** `sensitive` for actions that could cost the account. Only with `signedIn`, `verified`, `role` or `team`. */
  confirmation?: 'standard' | 'sensitive'
  crossSite?: true
  notInBrowser?: true
  where?: Readonly<Record<string, string>>
  /** The page of its form, where a rejection redirects to when there is no Referer. */
  formPage?: `/${string}`
  onlyFrom?: `/${string}`
}
