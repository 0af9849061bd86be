import type { FastifyReply, FastifyRequest } from 'fastify'

import { isOutdated } from '#core/redirects.ts'

import type { Settings } from './settings.ts'
import { visitOf } from './visit.ts'

/**
 * Sends a visit from an older version to load the document anew, before anything else happens.
 * The version header lets the client leave a half-typed form alone when the visit was its own idea.
 */
export function versionHook(settings: Settings) {
  return function checkVersion(request: FastifyRequest, reply: FastifyReply, done: () => void) {
    const { facts, route } = visitOf(request)
    if (!facts.isVisit || route.inertia === false) return done()
    const version = settings.currentVersion(request)
    if (!isOutdated(facts, version)) return done()
    reply
      .code(409)
      .header('x-inertia-location', settings.currentUrl(request))
      .header('x-inertia-version', version)
      .send()
  }
}
