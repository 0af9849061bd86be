import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'
import { PageExpired, Forbidden } from '#app/platform/errors.ts'
import { memoize } from '#app/platform/lib/memoize.ts'

import { cookieOptions } from './cookies.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every change that another site could have made the browser send.
 *
 * The browser's own word comes first (`Sec-Fetch-Site`, else `Origin`). Then the token: the page echoes the cookie in a header, and it is
 * bound to the session, so a cookie planted from elsewhere is worth nothing. A form sent without script has no token; it passes only
 * when the browser itself vouches that the form was ours.
 */
export function csrf(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!safeMethods.has(request.method)) rejectForgedRequest(app, request)
    done()
  })
}

/** @throws Forbidden, Expired */
function rejectForgedRequest(app: App, request: FastifyRequest): void {
  const { access, routeName } = request.routeOptions.config
  if (access === undefined) return
  // No browser adds a token by itself, as it does with cookies.
  if (routeName === 'csp-report' || access === 'apiToken' || access === 'signedRequest') return

  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Forbidden()
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null' && origin !== app.config.origin) {
    throw new Forbidden()
  }

  const token = tokenFromHeaders(request)
  const isSameOriginForm = token === undefined && site === 'same-origin'
  const isValidToken = app.keys.verify('csrf', csrfSessionId(request), token ?? '')
  if (!isSameOriginForm && !isValidToken) throw new PageExpired()
}

/** Gives the browser the token of its session, unless it has it already. */
export function setCsrfCookie(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const token = csrfTokenFor(app, csrfSessionId(request))
  if (request.cookies[app.cookieNames.csrf] === token) return
  reply.setCookie(app.cookieNames.csrf, token, { ...cookieOptions(app.config), httpOnly: false })
  if (!request.session) reply.updateGuestSession({})
}

const maxCachedTokens = 5000
const signersByApp = new WeakMap<App, (session: string) => string>()

/** Every document asks for it. */
function csrfTokenFor(app: App, sessionId: string): string {
  const sign = signersByApp.get(app) ?? memoize((id) => app.keys.sign('csrf', id), maxCachedTokens)
  signersByApp.set(app, sign)
  return sign(sessionId)
}

function csrfSessionId(request: FastifyRequest): string {
  return request.session?.session_id ?? request.guestSession().id
}

function tokenFromHeaders({ headers }: FastifyRequest): string | undefined {
  // The second is what clients send that took the token from the page itself, as Echo does.
  const token = headers['x-xsrf-token'] ?? headers['x-csrf-token']
  return typeof token === 'string' ? token : undefined
}
