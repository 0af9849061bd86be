import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

import { type RequestState, requestState } from './request-state.ts'
import { appendVary } from './vary.ts'

/** Answers a live validation after guards and schema have passed, without calling the handler. */
export function answerPrecognition(route: RouteOptions): void {
  if (!route.config?.precognition) return
  const { handler } = route
  route.handler = function precognitionHandler(request, reply) {
    if (request.inertia.isPrecognition) return reply.precognitionErrors({})
    return handler.call(this, request, reply)
  }
}

/** Rejects live validations on other routes, which would execute them. */
export function rejectUnsupportedPrecognition(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { inertiaRequest, route } = requestState(request)
  const isAllowed = !inertiaRequest.isPrecognition || route.precognition || request.is404
  if (isAllowed || route.inertia === false) return done()
  const error = new Error(`${request.method} ${request.url} does not support live validation.`)
  done(Object.assign(error, { statusCode: 400, code: 'INERTIA_NO_LIVE_VALIDATION' }))
}

/** The client accepts a response to a live validation only with this header. */
export function setPrecognitionHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  state: RequestState,
) {
  if (state.route.precognition) appendVary(reply, 'Precognition')
  else if (!request.is404) return
  if (state.inertiaRequest.isPrecognition) reply.header('precognition', 'true')
}
