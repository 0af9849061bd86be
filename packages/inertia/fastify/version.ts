import type { FastifyReply, FastifyRequest } from 'fastify'

import { isVersionOutdated } from '#core/redirects.ts'

import { requestState } from './request-state.ts'
import type { Settings } from './settings.ts'

/**
 * Sends a visit from an older version to load the document anew, before anything else happens.
 * The version header lets the client leave a half-typed form alone when the visit was its own idea.
 */
export function versionHook(settings: Settings) {
  return function checkVersion(request: FastifyRequest, reply: FastifyReply, done: () => void) {
    const { inertiaRequest, route } = requestState(request)
    if (!inertiaRequest.isVisit || route.inertia === false) return done()
    const version = settings.currentVersion(request)
    if (!isVersionOutdated(inertiaRequest, version)) return done()
    reply
      .code(409)
      .header('x-inertia-location', settings.currentUrl(request))
      .header('x-inertia-version', version)
      .send()
  }
}
