import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import { setCsrfCookie } from '#app/http/security/csrf.ts'
import { isTokenAccess } from '#app/http/server/api-paths.ts'
import type { App } from '#app/http/server/app-type.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { touchSession } from '#app/platform/sessions/idle-expiry.ts'
import { findSession, type CurrentSession } from '#app/platform/sessions/sessions.ts'
import { type StartedSession } from '#app/platform/sessions/start-session.ts'
import type { SupportAccess } from '#app/platform/sessions/support-sessions.ts'

import { addAccountCookie } from './add-account-cookie.ts'
import { browserAccounts, keepBrowserAccounts } from './browser-accounts.ts'
import { countryFromHeader } from './country-header.ts'
import { deviceCookie, setDeviceCookie } from './device-cookie.ts'
import { maxUserAgentLength, activityIntervalMs } from './limits.ts'
import { setTrustedDeviceCookie, trustSecrets } from './trusted-device-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the cookie, with its user; null for guests. */
    session: CurrentSession | null
    /** The account of another that an administrator's session sees; null otherwise. See app/support-access. */
    supportAccess: (SupportAccess & { administratorName: string }) | null
    /** The user of the token that authenticated the request instead of a session. */
    tokenUserId: string | null
    /** The token that authenticated the request. */
    tokenId: string | null
    /** The acting user and session, client and time; throws `NotSignedIn` for guests. */
    actor(): SessionActor
    currentUser(): CurrentSession
    /** The client and time alone, also for guests. */
    client(): RequestOrigin
    /** Unix milliseconds, the same for the whole request; 0 until the session was looked up. */
    now: number
  }
  interface FastifyReply {
    /** Sets the cookie of a newly started session, or of one whose secret was replaced. */
    signIn(session: StartedSession, remember: boolean): Promise<void>
    /** Sets the cookie of another session that this browser already has. */
    openSession(session: StartedSession, remember: boolean): Promise<void>
    /** Clears the cookie, and with `clearsBrowser` what the browser stores; the caller has ended the session. */
    signOut(options?: { clearsBrowser?: boolean }): void
  }
}

/** Loads the session of each request, except on routes that need none. */
export function sessions(app: App): void {
  app.decorateRequest('session', null)
  app.decorateRequest('supportAccess', null)
  app.decorateRequest('tokenUserId', null)
  app.decorateRequest('tokenId', null)
  app.decorateRequest('now', 0)
  deviceCookie(app)
  addAccountCookie(app)
  browserAccounts(app)
  cookieChanges(app)

  app.decorateRequest('actor', function (this: FastifyRequest) {
    const { user_id, session_id } = this.currentUser()
    return { ...this.client(), userId: user_id, sessionId: session_id }
  })

  app.decorateRequest('currentUser', function (this: FastifyRequest) {
    if (!this.session) throw new NotSignedIn()
    return this.session
  })

  decorateClient(app)

  app.addHook('onRequest', (request, _reply, done) => {
    request.now = app.clock.now()
    const secret = sessionSecret(app, request)
    const { access, inertia } = request.routeOptions.config
    // Files and machine endpoints are the same for everyone.
    if (!secret || isTokenAccess(access) || inertia === false) return done()
    const setSession = (found: CurrentSession | undefined) => {
      request.session = found ?? null
      done()
    }
    const found = findSession(app.db, secret, request.now)
    if (found instanceof Promise) found.then(setSession, done)
    else setSession(found)
  })

  trackActivity(app)
}

function cookieChanges(app: App): void {
  app.decorateReply('signIn', async function (this: FastifyReply, session, remember) {
    const { request } = this
    const before = request.session
    const addedTo = request.isAddingAccount() ? sessionSecret(app, request) : undefined
    await this.openSession(session, remember)
    const isNew = request.session?.session_id !== before?.session_id
    if (!isNew) return
    this.stopAddingAccount()
    await keepBrowserAccounts(app, this, addedTo ?? null)
  })

  app.decorateReply('openSession', async function (this: FastifyReply, session, remember) {
    const { secret, trust } = session
    this.request.session = (await findSession(app.db, secret, this.request.now)) ?? null
    this.setCookie(app.cookieNames.session, secret, {
      ...cookieOptions(app.config),
      ...(remember && { maxAge: app.config.sessionLengths.maxMs / 1000 }),
    })
    this.clearCookie(app.cookieNames.guest, cookieOptions(app.config))
    setDeviceCookie(app, this)
    if (trust) setTrustedDeviceCookie(app, this, trust)
    this.clearTwoFactorCookie()
    setCsrfCookie(app, this.request, this)
  })

  app.decorateReply('signOut', function (this: FastifyReply, { clearsBrowser = false } = {}) {
    this.request.session = null
    this.request.cachedGuestSession = null
    this.clearCookie(app.cookieNames.session, cookieOptions(app.config))
    this.updateGuestSession({})
    setCsrfCookie(app, this.request, this)
    // Not the cookies, which the other accounts of this browser need.
    if (clearsBrowser) this.header('clear-site-data', '"cache", "storage"').clearHistory()
  })
}

function sessionSecret(app: App, request: FastifyRequest): string | undefined {
  return unambiguousCookie(request, app.cookieNames.session)
}

function decorateClient(app: App): void {
  app.decorateRequest('client', function (this: FastifyRequest) {
    const country = countryFromHeader(this, app.config.countryHeader)
    const { ip, now } = this
    return {
      ip,
      userAgent: sanitizedUserAgent(this),
      country,
      now,
      device: this.deviceId(),
      trustSecrets: trustSecrets(app, this),
    }
  })
}

/** Updates a session's last activity, at most once a minute. */
function trackActivity(app: App): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { session, now } = request
    const isRecent = !session || now - session.last_active_at < activityIntervalMs
    if (isRecent || request.inertia?.isPrefetch) return done()
    const logFailure = (err: unknown) => request.log.warn({ err }, 'session activity not stored')
    void touchSession(app, session, now).catch(logFailure).finally(done)
  })
}

function sanitizedUserAgent(request: FastifyRequest): string | null {
  const value = request.headers['user-agent']
  if (value === undefined) return null
  return value.replace(/[^\x20-\x7e]/g, '').slice(0, maxUserAgentLength)
}
