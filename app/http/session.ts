import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions, soleCookie } from '#app/http/cookies.ts'
import { countryOf } from '#app/http/country.ts'
import { keepCsrfCookie } from '#app/http/csrf.ts'
import { devices, keepDevice } from '#app/http/device.ts'
import type { Origin, SessionAccount } from '#app/platform/account.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import {
  findSession,
  longestSessionSeconds,
  type SignedIn,
  touchSession,
} from '#app/platform/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the cookie opened, and whose it is; null for guests. */
    signedIn: SignedIn | null
    /** Who acts, from where and when; throws `NotSignedIn` for guests. */
    account(): SessionAccount
    /** The person signed in; throws `NotSignedIn` for guests. */
    person(): SignedIn
    /** The same facts about someone who is not signed in yet. */
    origin(): Origin
    /** Unix milliseconds; one moment for all that the request does. 0 until someone has looked who is there. */
    now: number
  }
  interface FastifyReply {
    /** Gives this browser the session that was just opened. */
    signIn(session: { secret: string }, remembered: boolean): Promise<void>
    /** Takes the cookie back; the caller has ended the session. */
    signOut(): void
  }
}

const longestUserAgent = 500
const touchEveryMs = 60_000

/** Finds out who is there, once per request and only where a route may ask. */
export function sessions(app: App): void {
  app.decorateRequest('signedIn', null)
  app.decorateRequest('now', 0)
  devices(app)

  app.decorateRequest('account', function (this: FastifyRequest) {
    const { user_id, session_id } = this.person()
    return { ...this.origin(), userId: user_id, sessionId: session_id }
  })

  app.decorateRequest('person', function (this: FastifyRequest) {
    if (!this.signedIn) throw new NotSignedIn()
    return this.signedIn
  })

  app.decorateRequest('origin', function (this: FastifyRequest) {
    const country = countryOf(this, app.config.countryHeader)
    const { ip, now } = this
    return { ip, userAgent: userAgent(this), country, now, device: this.device() }
  })

  app.decorateReply('signIn', async function (this: FastifyReply, { secret }, remembered) {
    this.request.signedIn = (await findSession(app.db, secret, this.request.now)) ?? null
    this.setCookie(app.cookieNames.session, secret, {
      ...cookieOptions(app.config),
      ...(remembered && { maxAge: longestSessionSeconds }),
    })
    this.clearCookie(app.cookieNames.guest, cookieOptions(app.config))
    keepDevice(app, this)
    this.endChallenge()
    keepCsrfCookie(app, this.request, this)
  })

  app.decorateReply('signOut', function (this: FastifyReply) {
    this.request.signedIn = null
    this.request.guestOrNull = null
    this.clearCookie(app.cookieNames.session, cookieOptions(app.config))
    this.setGuest({})
    keepCsrfCookie(app, this.request, this)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    request.now = app.clock.now()
    const secret = soleCookie(request, app.cookieNames.session)
    const { access, inertia } = request.routeOptions.config
    // A file is the same for everyone; nobody has to be looked up for it.
    if (!secret || access === 'token' || inertia === false) return done()
    const welcome = (found: SignedIn | undefined) => {
      request.signedIn = found ?? null
      done()
    }
    const found = findSession(app.db, secret, request.now)
    if (found instanceof Promise) found.then(welcome, done)
    else welcome(found)
  })

  touches(app)
}

/** Keeps when each session was last active, a little behind. */
function touches(app: App): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { signedIn, now } = request
    const isRecent = !signedIn || now - signedIn.last_active_at < touchEveryMs
    if (isRecent || request.inertia?.isPrefetch) return done()
    const failed = (err: unknown) => request.log.warn({ err }, 'last activity not kept')
    void touchSession(app.db, signedIn, now).catch(failed).finally(done)
  })
}

function userAgent(request: FastifyRequest): string | null {
  const told = request.headers['user-agent']
  if (told === undefined) return null
  return told.replace(/[^\x20-\x7e]/g, '').slice(0, longestUserAgent)
}
