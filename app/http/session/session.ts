import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import { setCsrfCookie } from '#app/http/security/csrf.ts'
import type { App } from '#app/http/server/app.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import {
  findSession,
  maxSessionSeconds,
  type CurrentSession,
  touchSession,
} from '#app/platform/sessions/sessions.ts'

import { countryFromHeader } from './country-header.ts'
import { deviceCookie, setDeviceCookie } from './device-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the cookie opened, and whose it is; null for guests. */
    session: CurrentSession | null
    /** Who acts, from where and when; throws `NotSignedIn` for guests. */
    actor(): SessionActor
    /** The person signed in; throws `NotSignedIn` for guests. */
    currentUser(): CurrentSession
    /** The same facts about someone who is not signed in yet. */
    client(): RequestOrigin
    /** Unix milliseconds; one moment for all that the request does. 0 until someone has looked who is there. */
    now: number
  }
  interface FastifyReply {
    /** Gives this browser the session that was just opened. */
    signIn(session: { secret: string }, remember: boolean): Promise<void>
    /** Takes the cookie back; the caller has ended the session. */
    signOut(): void
  }
}

const maxUserAgentLength = 500
const activityIntervalMs = 60_000

/** Finds out who is there, once per request and only where a route may ask. */
export function sessions(app: App): void {
  app.decorateRequest('session', null)
  app.decorateRequest('now', 0)
  deviceCookie(app)

  app.decorateRequest('actor', function (this: FastifyRequest) {
    const { user_id, session_id } = this.currentUser()
    return { ...this.client(), userId: user_id, sessionId: session_id }
  })

  app.decorateRequest('currentUser', function (this: FastifyRequest) {
    if (!this.session) throw new NotSignedIn()
    return this.session
  })

  app.decorateRequest('client', function (this: FastifyRequest) {
    const country = countryFromHeader(this, app.config.countryHeader)
    const { ip, now } = this
    return { ip, userAgent: sanitizedUserAgent(this), country, now, device: this.deviceId() }
  })

  app.decorateReply('signIn', async function (this: FastifyReply, { secret }, remember) {
    this.request.session = (await findSession(app.db, secret, this.request.now)) ?? null
    this.setCookie(app.cookieNames.session, secret, {
      ...cookieOptions(app.config),
      ...(remember && { maxAge: maxSessionSeconds }),
    })
    this.clearCookie(app.cookieNames.guest, cookieOptions(app.config))
    setDeviceCookie(app, this)
    this.clearTwoFactorCookie()
    setCsrfCookie(app, this.request, this)
  })

  app.decorateReply('signOut', function (this: FastifyReply) {
    this.request.session = null
    this.request.cachedGuestSession = null
    this.clearCookie(app.cookieNames.session, cookieOptions(app.config))
    this.updateGuestSession({})
    setCsrfCookie(app, this.request, this)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    request.now = app.clock.now()
    const secret = unambiguousCookie(request, app.cookieNames.session)
    const { access, inertia } = request.routeOptions.config
    // A file is the same for everyone; nobody has to be looked up for it.
    if (!secret || access === 'apiToken' || inertia === false) return done()
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

/** Keeps when each session was last active, a little behind. */
function trackActivity(app: App): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { session, now } = request
    const isRecent = !session || now - session.last_active_at < activityIntervalMs
    if (isRecent || request.inertia?.isPrefetch) return done()
    const logFailure = (err: unknown) => request.log.warn({ err }, 'last activity not kept')
    void touchSession(app.db, session, now).catch(logFailure).finally(done)
  })
}

function sanitizedUserAgent(request: FastifyRequest): string | null {
  const value = request.headers['user-agent']
  if (value === undefined) return null
  return value.replace(/[^\x20-\x7e]/g, '').slice(0, maxUserAgentLength)
}
