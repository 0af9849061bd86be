import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions } from '#app/http/cookies.ts'
import { Expired, Forbidden } from '#app/platform/errors.ts'
import { remembered } from '#app/platform/remembered.ts'

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
    if (!safeMethods.has(request.method)) refuseForged(app, request)
    done()
  })
}

/** @throws Forbidden, Expired */
function refuseForged(app: App, request: FastifyRequest): void {
  const { access, routeName } = request.routeOptions.config
  if (access === undefined) return
  // No browser adds a token by itself, as it does with cookies.
  if (routeName === 'csp-report' || access === 'token' || access === 'signed') return

  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Forbidden()
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null' && origin !== app.config.origin) {
    throw new Forbidden()
  }

  const token = sentToken(request)
  const vouchedFor = token === undefined && site === 'same-origin'
  const isOurs = app.keys.verify('csrf', sessionOf(request), token ?? '')
  if (!vouchedFor && !isOurs) throw new Expired()
}

/** Gives the browser the token of its session, unless it has it already. */
export function keepCsrfCookie(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const token = tokenOf(app, sessionOf(request))
  if (request.cookies[app.cookieNames.csrf] === token) return
  reply.setCookie(app.cookieNames.csrf, token, { ...cookieOptions(app.config), httpOnly: false })
  if (!request.signedIn) reply.setGuest({})
}

const mostTokens = 5000
const tokens = new WeakMap<App, (session: string) => string>()

/** Every document asks for it. */
function tokenOf(app: App, session: string): string {
  const known = tokens.get(app) ?? remembered((of) => app.keys.sign('csrf', of), mostTokens)
  tokens.set(app, known)
  return known(session)
}

function sessionOf(request: FastifyRequest): string {
  return request.signedIn?.session_id ?? request.guest().id
}

function sentToken({ headers }: FastifyRequest): string | undefined {
  // The second is what clients send that took the token from the page itself, as Echo does.
  const token = headers['x-xsrf-token'] ?? headers['x-csrf-token']
  return typeof token === 'string' ? token : undefined
}
