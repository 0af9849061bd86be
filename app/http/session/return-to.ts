import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'

import { returnToSeconds } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The page that required confirmation; null when unknown. */
    returnTo(): ReturnTo | null
  }
  interface FastifyReply {
    /** Stores the current page, so that confirming leads back there. */
    storeReturnTo(): void
    clearReturnTo(): void
  }
}

interface ReturnTo {
  /** Path and query of one of our pages. */
  page: string
  /** True when a form was sent from that page and has to be submitted again. */
  isChange: boolean
}

const purpose = 'interrupted'
const maxPathLength = 2000

/** Stores it in an encrypted cookie bound to the session. */
export function returnTo(app: App): void {
  const { config, keys } = app
  const name = app.cookieNames.returnTo

  app.decorateRequest('returnTo', function (this: FastifyRequest) {
    const encrypted = this.cookies[name]
    const decrypted = encrypted && keys.decrypt(purpose, encrypted, this.currentUser().session_id)
    return decrypted ? JSON.parse(decrypted) : null
  })

  app.decorateReply('storeReturnTo', function (this: FastifyReply) {
    const target = returnToFor(this.request, config.origin)
    if (!target || target.page.length > maxPathLength) return
    const encrypted = keys.encrypt(
      purpose,
      JSON.stringify(target),
      this.request.currentUser().session_id,
    )
    this.setCookie(name, encrypted, { ...cookieOptions(config), maxAge: returnToSeconds })
  })

  app.decorateReply('clearReturnTo', function (this: FastifyReply) {
    if (this.request.cookies[name]) this.clearCookie(name, cookieOptions(config))
  })
}

/** The requested page, or the Referer of a form when it is one of ours. */
function returnToFor(request: FastifyRequest, origin: string): ReturnTo | null {
  const { method, inertia, url } = request
  if (inertia.isNavigation) return { page: url, isChange: false }
  const page = method === 'GET' ? null : ownReferer(request, origin)
  return page === null ? null : { page, isChange: true }
}

/** Path and query of the page of ours that the request came from; null from elsewhere. */
export function ownReferer({ headers }: FastifyRequest, origin: string): string | null {
  if (!headers.referer || !URL.canParse(headers.referer)) return null
  const from = new URL(headers.referer)
  // A path starting with two slashes would be read as another host.
  return from.origin === origin ? from.pathname.replace(/^\/+/, '/') + from.search : null
}
