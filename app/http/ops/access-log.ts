import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'

/**
 * One line for each answer: who by public id, what by route, never what was sent. Pages that were simply shown are told at
 * level `debug`; changes, refusals and failures at `info`.
 */
export function accessLog(app: App): void {
  const logsPageViews = ['trace', 'debug'].includes(app.config.logLevel)

  app.addHook('onResponse', (request, reply, done) => {
    const isPlainPageView = request.method === 'GET' && reply.statusCode < 400 && !request.errorName
    if (!isPlainPageView) request.log.info(logEntry(request, reply), 'answered')
    else if (logsPageViews) request.log.debug(logEntry(request, reply), 'answered')
    done()
  })
}

function logEntry(request: FastifyRequest, reply: FastifyReply): object {
  const { errorName: refused } = request
  const { routeName } = request.routeOptions.config
  return {
    method: request.method,
    route: routeName ?? null,
    status: reply.statusCode,
    ...(refused && { refused }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    user: request.session?.user_id ?? request.apiTokenOrNull?.user_id ?? null,
  }
}
