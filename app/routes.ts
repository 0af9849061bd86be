const uuidPattern = '[0-9a-f-]{36}'
const secretPattern = '[A-Za-z0-9_-]{43}'
const providerPattern = '[a-z][a-z0-9-]{0,29}'
const linkTokenPattern = `${uuidPattern}\\.${secretPattern}` as const

/**
 * The route table. Links, redirects, the browser's routes and the tests are derived from it.
 *
 * `path` contains parameters as `{name}`; `where` is the pattern a parameter's whole value must match.
 * `access` is checked after routing; the server does not start with a route that declares none.
 *
 *   public         everyone
 *   guest          only visitors who are not signed in; others are redirected to the dashboard
 *   signedIn       signed in
 *   verified       signed in with a verified address
 *   loopback       only this machine
 *   signedRequest  servers that sign each request with the channels' secret; only the channels' own routes
 *   apiToken       API tokens with the route's `permission`; only under /api
 *
 * `confirmation` also requires a recent confirmation of that level (`confirmation-levels.ts`).
 * `permission` is required under /api; null for routes without a token.
 * `allowOnHold` also allows accounts that are pending deletion or have not accepted the current terms.
 * `forMachines` marks routes that no page links to, so browsers do not learn them.
 * `allowWithoutSecondFactor` also allows accounts without a second factor where one is required.
 */
export const routes = {
  home: { method: 'GET', path: '/', access: 'public' },
  'terms.show': { method: 'GET', path: '/terms-of-service', access: 'public' },
  'policy.show': { method: 'GET', path: '/privacy-policy', access: 'public' },

  register: { method: 'GET', path: '/register', access: 'guest' },
  'register.store': { method: 'POST', path: '/register', access: 'guest' },
  'invitation.show': {
    method: 'GET',
    path: '/invitation/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'invitation.store': {
    method: 'POST',
    path: '/invitation/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'challenge.show': { method: 'GET', path: '/sign-up-challenge', access: 'public' },
  'waitlist.store': { method: 'POST', path: '/waitlist', access: 'guest', formPage: '/register' },
  'waitlist.show': {
    method: 'GET',
    path: '/waitlist/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'waitlist.update': {
    method: 'POST',
    path: '/waitlist/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'verification.notice': { method: 'GET', path: '/email/verify', access: 'public' },
  'verification.send': {
    method: 'POST',
    path: '/email/verification-notification',
    access: 'public',
    formPage: '/email/verify',
  },
  'verification.verify': {
    method: 'GET',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
  },
  'verification.confirm': {
    method: 'POST',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    where: { id: uuidPattern, hash: secretPattern },
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
  'email-change.destroy': { method: 'DELETE', path: '/user/email-change', access: 'signedIn' },
  'email-change.confirm': {
    method: 'GET',
    path: '/email-change/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'email-change.confirm.store': {
    method: 'POST',
    path: '/email-change/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'email-change.undo': {
    method: 'GET',
    path: '/email-change/{token}/undo',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'email-change.undo.store': {
    method: 'POST',
    path: '/email-change/{token}/undo',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'not-me.show': {
    method: 'GET',
    path: '/not-me/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'not-me.store': {
    method: 'POST',
    path: '/not-me/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },

  login: { method: 'GET', path: '/login', access: 'guest' },
  'login.store': { method: 'POST', path: '/login', access: 'guest' },
  logout: { method: 'POST', path: '/logout', access: 'signedIn', allowOnHold: true },

  'password.request': { method: 'GET', path: '/forgot-password', access: 'public' },
  'password.email': { method: 'POST', path: '/forgot-password', access: 'public' },
  'password.reset': { method: 'GET', path: '/reset-password/{token}', access: 'public' },
  'password.update': { method: 'POST', path: '/reset-password', access: 'public' },
  'user-password.update': { method: 'PUT', path: '/user/password', access: 'signedIn' },
  'well-known.change-password': {
    method: 'GET',
    path: '/.well-known/change-password',
    access: 'public',
    forMachines: true,
  },

  'password.confirm': {
    method: 'GET',
    path: '/user/confirm-password',
    access: 'signedIn',
    allowOnHold: true,
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
  'two-factor.qr-code': {
    method: 'GET',
    path: '/user/two-factor-qr-code',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'two-factor.secret-key': {
    method: 'GET',
    path: '/user/two-factor-secret-key',
    access: 'signedIn',
    confirmation: 'sensitive',
    allowWithoutSecondFactor: true,
  },
  'two-factor.recovery-codes': {
    method: 'GET',
    path: '/user/two-factor-recovery-codes',
    access: 'signedIn',
    confirmation: 'sensitive',
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

  'second-factor.show': {
    method: 'GET',
    path: '/user/second-factor',
    access: 'signedIn',
    allowWithoutSecondFactor: true,
  },

  dashboard: { method: 'GET', path: '/dashboard', access: 'verified' },

  'profile.show': { method: 'GET', path: '/user/profile', access: 'signedIn' },
  'profile.security': { method: 'GET', path: '/user/profile/security', access: 'signedIn' },
  'profile.devices': { method: 'GET', path: '/user/profile/devices', access: 'signedIn' },
  'profile.data': { method: 'GET', path: '/user/profile/data', access: 'signedIn' },

  'user-profile-information.update': {
    method: 'PUT',
    path: '/user/profile-information',
    access: 'signedIn',
  },

  // Plain links, because `form-action` of our pages allows no redirect to another site.
  'provider.login': {
    method: 'GET',
    path: '/sign-in/{provider}',
    access: 'guest',
    where: { provider: providerPattern },
  },
  'provider.callback': {
    method: 'GET',
    path: '/sign-in/{provider}/callback',
    access: 'public',
    where: { provider: providerPattern },
    forMachines: true,
  },
  'linked-account.store': {
    method: 'GET',
    path: '/user/linked-accounts/{provider}/link',
    access: 'signedIn',
    confirmation: 'sensitive',
    where: { provider: providerPattern },
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
  },
  'profile-photo.show': {
    method: 'GET',
    path: '/photos/{photo}/{size}',
    access: 'public',
    where: { photo: '[A-Za-z0-9_-]{22}', size: '(?:96|256)' },
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
    forMachines: true,
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
  },
  'account-leaving.return': {
    method: 'POST',
    path: '/user/leaving',
    access: 'signedIn',
    allowOnHold: true,
  },
  'account-return.show': {
    method: 'GET',
    path: '/account-return/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
  },
  'account-return.store': {
    method: 'POST',
    path: '/account-return/{token}',
    access: 'public',
    where: { token: linkTokenPattern },
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

  'time-travel.index': { method: 'GET', path: '/time-travel', access: 'signedIn' },
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

  up: { method: 'GET', path: '/up', access: 'public', forMachines: true },
  ready: { method: 'GET', path: '/ready', access: 'public', forMachines: true },
  metrics: { method: 'GET', path: '/metrics', access: 'loopback', forMachines: true },
  'csp-report': { method: 'POST', path: '/csp-report', access: 'public', forMachines: true },
  'well-known.passkeys': {
    method: 'GET',
    path: '/.well-known/passkey-endpoints',
    access: 'public',
    forMachines: true,
  },
  'well-known.record-key': {
    method: 'GET',
    path: '/.well-known/foyer-record-key',
    access: 'public',
    forMachines: true,
  },
  'well-known.security': {
    method: 'GET',
    path: '/.well-known/security.txt',
    access: 'public',
    forMachines: true,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

export type AccessRule =
  | 'public'
  | 'guest'
  | 'signedIn'
  | 'verified'
  | 'loopback'
  | 'signedRequest'
  | 'apiToken'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: AccessRule
  allowOnHold?: true
  allowWithoutSecondFactor?: true
  /** `sensitive` for actions that could cost the account. Only with `signedIn` or `verified`. */
  confirmation?: 'standard' | 'sensitive'
  forMachines?: true
  permission?: 'read' | 'update' | 'delete' | null
  where?: Readonly<Record<string, string>>
  /** The page of its form, where a rejection redirects to when there is no Referer. */
  formPage?: `/${string}`
}
