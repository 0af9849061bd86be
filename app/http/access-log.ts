import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'

/**
 * One line for each answer: who by public id, what by route, never what was sent. Pages that were simply shown are told at
 * level `debug`; changes, refusals and failures at `info`.
 */
export function accessLog(app: App): void {
  const tellsPages = ['trace', 'debug'].includes(app.config.logLevel)

  app.addHook('onResponse', (request, reply, done) => {
    const isOrdinary = request.method === 'GET' && reply.statusCode < 400 && !request.refused
    if (!isOrdinary) request.log.info(lineOf(request, reply), 'answered')
    else if (tellsPages) request.log.debug(lineOf(request, reply), 'answered')
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const { refused } = request
  const { routeName } = request.routeOptions.config
  return {
    method: request.method,
    route: routeName ?? null,
    status: reply.statusCode,
    ...(refused && { refused }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    user: request.signedIn?.user_id ?? request.bearerOrNull?.user_id ?? null,
  }
}
