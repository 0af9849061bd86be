import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions } from '#app/http/cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the person was doing when they were asked to confirm that it is them; null when nothing is known. */
    interrupted(): Interrupted | null
  }
  interface FastifyReply {
    /** Keeps where the person was, so that confirming leads back there. */
    rememberInterrupted(): void
    forgetInterrupted(): void
  }
}

interface Interrupted {
  /** Path and query of one of our pages. */
  page: string
  /** True when something was sent from that page, and has to be sent again. */
  isChange: boolean
}

const purpose = 'interrupted'
const lifeSeconds = 15 * 60
const longestPath = 2000

/** Keeps it in a sealed cookie that opens only together with the session it was made in. */
export function interrupted(app: App): void {
  const { config, keys } = app
  const name = app.cookieNames.interrupted

  app.decorateRequest('interrupted', function (this: FastifyRequest) {
    const sealed = this.cookies[name]
    const opened = sealed && keys.open(purpose, sealed, this.person().session_id)
    return opened ? JSON.parse(opened) : null
  })

  app.decorateReply('rememberInterrupted', function (this: FastifyReply) {
    const found = interruptedBy(this.request, config.origin)
    if (!found || found.page.length > longestPath) return
    const sealed = keys.seal(purpose, JSON.stringify(found), this.request.person().session_id)
    this.setCookie(name, sealed, { ...cookieOptions(config), maxAge: lifeSeconds })
  })

  app.decorateReply('forgetInterrupted', function (this: FastifyReply) {
    if (this.request.cookies[name]) this.clearCookie(name, cookieOptions(config))
  })
}

/** The page asked for; or the page a form was sent from, as far as the browser says. */
function interruptedBy(request: FastifyRequest, origin: string): Interrupted | null {
  const { method, headers, inertia, url } = request
  if (inertia.isNavigation) return { page: url, isChange: false }
  if (method === 'GET' || !headers.referer || !URL.canParse(headers.referer)) return null
  const from = new URL(headers.referer)
  // A path with two slashes would be read as another host.
  const page = from.pathname.replace(/^\/+/, '/') + from.search
  return from.origin === origin ? { page, isChange: true } : null
}
