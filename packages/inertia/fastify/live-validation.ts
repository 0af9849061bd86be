import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

import { vary } from './vary.ts'
import { type Visit, visitOf } from './visit.ts'

/** A route that validates live answers once its guards and its schema have passed; its handler is not entered. */
export function validateLive(route: RouteOptions): void {
  if (!route.config?.precognition) return
  const { handler } = route
  route.handler = function answer(request, reply) {
    if (request.inertia.isPrecognition) return reply.precognitionErrors({})
    return handler.call(this, request, reply)
  }
}

/** On any other route a live validation would be taken for the real thing. */
export function refusalOfLiveValidation(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { facts, route } = visitOf(request)
  const isServed = !facts.isPrecognition || route.precognition || request.is404
  if (isServed || route.inertia === false) return done()
  const error = new Error(`${request.method} ${request.url} does not validate live.`)
  done(Object.assign(error, { statusCode: 400, code: 'INERTIA_NO_LIVE_VALIDATION' }))
}

/** The client takes nothing for an answer to a live validation that does not say it is one. */
export function markLiveValidation(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
  if (visit.route.precognition) vary(reply, 'Precognition')
  else if (!request.is404) return
  if (visit.facts.isPrecognition) reply.header('precognition', 'true')
}
