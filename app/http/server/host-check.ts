import type { IncomingMessage } from 'node:http'

import type { Config } from '#app/platform/config/config.ts'
import { BadRequest } from '#app/platform/errors.ts'

import type { App } from './app-type.ts'
import { isMonitoringRequest } from './request-source.ts'

/**
 * Rejects requests for any host but the one of `APP_URL`, which links, cookies and passkeys depend on. Exceptions: machine
 * endpoints on a loopback address, metrics under the name that monitoring uses, and a developer's visit to 127.0.0.1, which is
 * redirected.
 */
export function hostCheck(app: App): void {
  const { config } = app

  app.addHook('onRequest', (request, reply, done) => {
    const host = request.headers.host?.toLowerCase()
    if (host === undefined || hasDuplicateHost(request.raw)) return done(new BadRequest())
    if (host === config.appUrl.host) return done()
    const { access, inertia } = request.routeOptions.config
    if (access === 'monitoring' && isMonitoringRequest(request)) return done()
    if (!hasOwnHost(request.raw, config)) return done(new BadRequest(421))
    if (inertia === false) return done()
    if (config.env === 'local' && request.method === 'GET') {
      // Path and query only: a URL such as `//evil.example/` names another host.
      const { pathname, search } = new URL(request.url, config.origin)
      reply.redirect(config.origin + pathname + search)
      return
    }
    done(new BadRequest(421))
  })
}

/** Whether a request, which may be an upgrade, is for the host of `APP_URL` or a loopback address of this server. */
export function hasOwnHost(
  request: IncomingMessage,
  { appUrl, port }: Pick<Config, 'appUrl' | 'port'>,
): boolean {
  const host = request.headers.host?.toLowerCase() ?? ''
  const ownHosts = [appUrl.host, `127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  return ownHosts.includes(host) && !hasDuplicateHost(request)
}

/** Whether there are two Host headers, of which a proxy may have used the other one. */
function hasDuplicateHost({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'host').length > 1
}
