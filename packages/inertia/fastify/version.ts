import type { FastifyReply, FastifyRequest } from 'fastify'

import { isVersionOutdated } from '#core/redirects.ts'

import type { NormalizedOptions } from './normalize-options.ts'
import { requestState } from './request-state.ts'

/** Reloads the document of outdated visits, before any handler. The header lets the client keep half-typed forms. */
export function versionHook(pluginOptions: NormalizedOptions) {
  return function checkVersion(request: FastifyRequest, reply: FastifyReply, done: () => void) {
    const { inertiaRequest, route } = requestState(request)
    if (!inertiaRequest.isVisit || route.inertia === false) return done()
    const version = pluginOptions.currentVersion(request)
    if (!isVersionOutdated(inertiaRequest, version)) return done()
    reply
      .code(409)
      .header('x-inertia-location', pluginOptions.currentUrl(request))
      .header('x-inertia-version', version)
      .send()
  }
}
