import { BadRequest } from '#app/platform/errors.ts'

import type { App } from './app.ts'

/**
 * Answers only for the address we were configured with: it stands in links, cookies and passkeys, so a request for any
 * other host is not ours. Two are let off: programs on this machine that ask how we are, and a developer's visit to
 * 127.0.0.1, which is sent to the right address.
 */
export function hostCheck(app: App): void {
  const { config } = app

  app.addHook('onRequest', (request, reply, done) => {
    const host = request.headers.host?.toLowerCase()
    // Two that disagree mean that something between us and the browser believes the other.
    if (hasDuplicateHost(request.raw.rawHeaders)) return done(new BadRequest())
    if (host === config.appUrl.host) return done()
    if (host === undefined) return done(new BadRequest())
    if (!isOwnLoopbackAddress(host)) return done(new BadRequest(421))
    if (request.routeOptions.config.inertia === false) return done()
    if (config.env === 'local' && request.method === 'GET') {
      // Only path and query: an address can name another host, as `//evil.example/` does.
      const { pathname, search } = new URL(request.url, config.origin)
      reply.redirect(config.origin + pathname + search)
      return
    }
    done(new BadRequest(421))
  })

  function isOwnLoopbackAddress(host: string | undefined): boolean {
    const { port } = config
    return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host ?? '')
  }
}

function hasDuplicateHost(rawHeaders: string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
