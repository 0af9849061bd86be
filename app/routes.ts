const id = '[0-9a-f-]{36}'
const secret = '[A-Za-z0-9_-]{43}'
/** What a mail's link carries: both. */
const token = `${id}\\.${secret}` as const

/**
 * The URL map. Links, redirects, the browser's route table and the tests are all made from it.
 *
 * `path` holds parameters as `{name}`; `formats` gives a parameter the pattern its whole value must match.
 * `access` says who may come in and is checked after routing; the server refuses to start with a route that declares none.
 *
 *   anyone    no question asked
 *   guest     only people who are not signed in; others are sent to their dashboard
 *   account   signed in
 *   verified  signed in, and the address has been proved
 *   loopback  only this machine
 *   signed    programs that sign each request with the secret of the channels; their own routes and no others
 *   token     programs with an API token that has the route's `ability`; below /api and nowhere else
 *
 * `confirmedMinutes` asks, on top, that the person has shown within so many minutes that it is still them.
 * Each route below /api says its `ability`; null where no token is asked for.
 * `whileHeld` opens a route also to someone whose account waits: for its last days to pass, or for them to agree to new
 * terms. What needs no account is open to them anyway.
 * `setsUpSecondFactor` opens it also to someone without a second factor where everyone must have one.
 */
export const routes = {
  home: { method: 'GET', path: '/', access: 'anyone' },
  'terms.show': { method: 'GET', path: '/terms-of-service', access: 'anyone' },
  'policy.show': { method: 'GET', path: '/privacy-policy', access: 'anyone' },

  register: { method: 'GET', path: '/register', access: 'guest' },
  'register.store': { method: 'POST', path: '/register', access: 'guest' },
  'verification.notice': { method: 'GET', path: '/email/verify', access: 'anyone' },
  'verification.send': {
    method: 'POST',
    path: '/email/verification-notification',
    access: 'anyone',
    page: '/email/verify',
  },
  'verification.verify': {
    method: 'GET',
    path: '/email/verify/{id}/{hash}',
    access: 'anyone',
    formats: { id, hash: secret },
  },
  'verification.confirm': {
    method: 'POST',
    path: '/email/verify/{id}/{hash}',
    access: 'anyone',
    formats: { id, hash: secret },
  },

  'email-change.store': {
    method: 'POST',
    path: '/user/email-change',
    access: 'account',
    confirmedMinutes: 15,
    page: '/user/profile',
  },
  'email-change.send': {
    method: 'POST',
    path: '/user/email-change/notification',
    access: 'account',
    page: '/user/profile',
  },
  'email-change.destroy': { method: 'DELETE', path: '/user/email-change', access: 'account' },
  'email-change.confirm': {
    method: 'GET',
    path: '/email-change/{token}',
    access: 'anyone',
    formats: { token },
  },
  'email-change.confirm.store': {
    method: 'POST',
    path: '/email-change/{token}',
    access: 'anyone',
    formats: { token },
  },
  'email-change.undo': {
    method: 'GET',
    path: '/email-change/{token}/undo',
    access: 'anyone',
    formats: { token },
  },
  'email-change.undo.store': {
    method: 'POST',
    path: '/email-change/{token}/undo',
    access: 'anyone',
    formats: { token },
  },
  'not-me.show': { method: 'GET', path: '/not-me/{token}', access: 'anyone', formats: { token } },
  'not-me.store': { method: 'POST', path: '/not-me/{token}', access: 'anyone', formats: { token } },

  login: { method: 'GET', path: '/login', access: 'guest' },
  'login.store': { method: 'POST', path: '/login', access: 'guest' },
  logout: { method: 'POST', path: '/logout', access: 'account', whileHeld: true },

  'password.request': { method: 'GET', path: '/forgot-password', access: 'anyone' },
  'password.email': { method: 'POST', path: '/forgot-password', access: 'anyone' },
  'password.reset': { method: 'GET', path: '/reset-password/{token}', access: 'anyone' },
  'password.update': { method: 'POST', path: '/reset-password', access: 'anyone' },
  'user-password.update': { method: 'PUT', path: '/user/password', access: 'account' },
  'well-known.change-password': {
    method: 'GET',
    path: '/.well-known/change-password',
    access: 'anyone',
  },

  'password.confirm': {
    method: 'GET',
    path: '/user/confirm-password',
    access: 'account',
    whileHeld: true,
  },
  'password.confirm.store': {
    method: 'POST',
    path: '/user/confirm-password',
    access: 'account',
    whileHeld: true,
  },
  'password.confirmation': {
    method: 'GET',
    path: '/user/confirmed-password-status',
    access: 'account',
    whileHeld: true,
  },
  'password.confirmation.destroy': {
    method: 'DELETE',
    path: '/user/confirmed-password-status',
    access: 'account',
    whileHeld: true,
  },

  'two-factor.login': { method: 'GET', path: '/two-factor-challenge', access: 'guest' },
  'two-factor.login.store': { method: 'POST', path: '/two-factor-challenge', access: 'guest' },
  'two-factor.enable': {
    method: 'POST',
    path: '/user/two-factor-authentication',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'two-factor.confirm': {
    method: 'POST',
    path: '/user/confirmed-two-factor-authentication',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'two-factor.disable': {
    method: 'DELETE',
    path: '/user/two-factor-authentication',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'two-factor.qr-code': {
    method: 'GET',
    path: '/user/two-factor-qr-code',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'two-factor.secret-key': {
    method: 'GET',
    path: '/user/two-factor-secret-key',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'two-factor.recovery-codes': {
    method: 'GET',
    path: '/user/two-factor-recovery-codes',
    access: 'account',
    confirmedMinutes: 15,
  },
  'two-factor.regenerate-recovery-codes': {
    method: 'POST',
    path: '/user/two-factor-recovery-codes',
    access: 'account',
    confirmedMinutes: 15,
  },

  'second-factor.show': {
    method: 'GET',
    path: '/user/second-factor',
    access: 'account',
    setsUpSecondFactor: true,
  },

  dashboard: { method: 'GET', path: '/dashboard', access: 'verified' },

  'profile.show': { method: 'GET', path: '/user/profile', access: 'account' },

  'user-profile-information.update': {
    method: 'PUT',
    path: '/user/profile-information',
    access: 'account',
  },

  'passkey.login-options': { method: 'GET', path: '/passkeys/login/options', access: 'guest' },
  'passkey.login': { method: 'POST', path: '/passkeys/login', access: 'guest' },
  'passkey.confirm-options': {
    method: 'GET',
    path: '/passkeys/confirm/options',
    access: 'account',
    whileHeld: true,
  },
  'passkey.confirm': {
    method: 'POST',
    path: '/passkeys/confirm',
    access: 'account',
    whileHeld: true,
  },
  'passkey.registration-options': {
    method: 'GET',
    path: '/user/passkeys/options',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'passkey.store': {
    method: 'POST',
    path: '/user/passkeys',
    access: 'account',
    confirmedMinutes: 15,
    setsUpSecondFactor: true,
  },
  'passkey.update': {
    method: 'PUT',
    path: '/user/passkeys/{passkey}',
    access: 'account',
    confirmedMinutes: 15,
    formats: { passkey: id },
  },
  'passkey.destroy': {
    method: 'DELETE',
    path: '/user/passkeys/{passkey}',
    access: 'account',
    confirmedMinutes: 15,
    formats: { passkey: id },
  },

  'user-profile-photo.update': { method: 'POST', path: '/user/profile-photo', access: 'account' },
  'current-user-photo.destroy': {
    method: 'DELETE',
    path: '/user/profile-photo',
    access: 'account',
  },
  'profile-photo.show': {
    method: 'GET',
    path: '/photos/{photo}/{size}',
    access: 'anyone',
    formats: { photo: '[A-Za-z0-9_-]{22}', size: '(?:96|256)' },
  },

  'api-tokens.index': { method: 'GET', path: '/user/api-tokens', access: 'verified' },
  'api-tokens.store': {
    method: 'POST',
    path: '/user/api-tokens',
    access: 'verified',
    confirmedMinutes: 15,
  },
  'api-tokens.update': {
    method: 'PUT',
    path: '/user/api-tokens/{token}',
    access: 'verified',
    confirmedMinutes: 15,
    formats: { token: id },
  },
  'api-tokens.rotate': {
    method: 'POST',
    path: '/user/api-tokens/{token}/rotation',
    access: 'verified',
    confirmedMinutes: 15,
    formats: { token: id },
  },
  'api-tokens.destroy': {
    method: 'DELETE',
    path: '/user/api-tokens/{token}',
    access: 'verified',
    formats: { token: id },
  },

  'api.docs': { method: 'GET', path: '/api/docs', access: 'anyone', ability: null },
  'api.openapi': { method: 'GET', path: '/api/openapi.json', access: 'anyone', ability: null },
  'api.user.show': { method: 'GET', path: '/api/user', access: 'token', ability: 'read' },
  'api.user.update': { method: 'PATCH', path: '/api/user', access: 'token', ability: 'update' },
  'api.history.index': { method: 'GET', path: '/api/history', access: 'token', ability: 'read' },
  'api.sessions.index': { method: 'GET', path: '/api/sessions', access: 'token', ability: 'read' },
  'api.sessions.destroy': {
    method: 'DELETE',
    path: '/api/sessions/{session}',
    access: 'token',
    ability: 'delete',
    formats: { session: id },
  },
  'api.tokens.index': { method: 'GET', path: '/api/tokens', access: 'token', ability: 'read' },
  'api.tokens.destroy': {
    method: 'DELETE',
    path: '/api/tokens/{token}',
    access: 'token',
    ability: 'delete',
    formats: { token: id },
  },

  'current-user.destroy': { method: 'DELETE', path: '/user', access: 'account', whileHeld: true },
  'account-leaving.show': {
    method: 'GET',
    path: '/user/leaving',
    access: 'account',
    whileHeld: true,
  },
  'account-leaving.return': {
    method: 'POST',
    path: '/user/leaving',
    access: 'account',
    whileHeld: true,
  },
  'account-return.show': {
    method: 'GET',
    path: '/account-return/{token}',
    access: 'anyone',
    formats: { token },
  },
  'account-return.store': {
    method: 'POST',
    path: '/account-return/{token}',
    access: 'anyone',
    formats: { token },
  },

  'data-export.store': {
    method: 'POST',
    path: '/user/data-export',
    access: 'account',
    whileHeld: true,
    confirmedMinutes: 180,
  },
  'data-export.show': {
    method: 'GET',
    path: '/user/data-export',
    access: 'account',
    whileHeld: true,
    confirmedMinutes: 180,
  },

  'time-travel.index': { method: 'GET', path: '/time-travel', access: 'account' },
  'time-travel.seal': { method: 'GET', path: '/time-travel/seal', access: 'account' },
  'time-travel.export': { method: 'GET', path: '/time-travel/export', access: 'account' },
  'time-travel.restore': {
    method: 'POST',
    path: '/time-travel/restore',
    access: 'account',
    confirmedMinutes: 15,
    page: '/time-travel',
  },

  'time-travel.not-me': {
    method: 'POST',
    path: '/time-travel/{event}/not-me',
    access: 'account',
    confirmedMinutes: 15,
    page: '/time-travel',
  },

  'terms.accept': {
    method: 'GET',
    path: '/terms-of-service/accept',
    access: 'account',
    whileHeld: true,
  },
  'terms.accept.store': {
    method: 'POST',
    path: '/terms-of-service/accept',
    access: 'account',
    whileHeld: true,
  },

  'browser-session.destroy': {
    method: 'DELETE',
    path: '/user/other-browser-sessions/{session}',
    access: 'account',
    formats: { session: id },
    page: '/user/profile',
  },
  'other-browser-sessions.destroy': {
    method: 'DELETE',
    path: '/user/other-browser-sessions',
    access: 'account',
    page: '/user/profile',
  },

  'mailbox.index': { method: 'GET', path: '/mailbox', access: 'loopback' },
  'mailbox.show': {
    method: 'GET',
    path: '/mailbox/{mail}',
    access: 'loopback',
    formats: { mail: '[A-Za-z0-9-]{1,80}' },
  },
  'mailbox.html': {
    method: 'GET',
    path: '/mailbox/{mail}/html',
    access: 'loopback',
    formats: { mail: '[A-Za-z0-9-]{1,80}' },
  },

  'broadcasting.auth': { method: 'POST', path: '/broadcasting/auth', access: 'anyone' },
  'broadcasting.user-auth': { method: 'POST', path: '/broadcasting/user-auth', access: 'anyone' },
  'test-clock.store': {
    method: 'POST',
    path: '/test-clock',
    access: 'account',
    page: '/time-travel',
  },
  // By then the session may have ended.
  'test-clock.destroy': { method: 'DELETE', path: '/test-clock', access: 'anyone', page: '/' },

  up: { method: 'GET', path: '/up', access: 'anyone' },
  ready: { method: 'GET', path: '/ready', access: 'anyone' },
  metrics: { method: 'GET', path: '/metrics', access: 'loopback' },
  'csp-report': { method: 'POST', path: '/csp-report', access: 'anyone' },
  'well-known.passkeys': {
    method: 'GET',
    path: '/.well-known/passkey-endpoints',
    access: 'anyone',
  },
  'well-known.record-key': {
    method: 'GET',
    path: '/.well-known/foyer-record-key',
    access: 'anyone',
  },
  'well-known.security': { method: 'GET', path: '/.well-known/security.txt', access: 'anyone' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

export type Access = 'anyone' | 'guest' | 'account' | 'verified' | 'loopback' | 'signed' | 'token'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  whileHeld?: true
  setsUpSecondFactor?: true
  /** 15 for what could cost the account, 180 for the rest that asks. Only where `access` asks for someone signed in. */
  confirmedMinutes?: 15 | 180
  /** What an API token must be allowed to do. */
  ability?: 'create' | 'read' | 'update' | 'delete' | null
  formats?: Readonly<Record<string, string>>
  /** The page its form stands on: where a refusal leads when the browser does not say where it came from. */
  page?: `/${string}`
}
