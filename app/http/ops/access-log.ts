import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'

/**
 * Logs one line per response: user id and route, never request content. Plain page views are logged at level `debug`; changes,
 * rejections and failures at `info`.
 */
export function accessLog(app: App): void {
  // Asking the logger for each page view would add 5 % to it.
  const logsPageViews = ['trace', 'debug'].includes(app.config.logLevel)

  app.addHook('onResponse', (request, reply, done) => {
    const isPlainPageView = request.method === 'GET' && reply.statusCode < 400 && !request.errorName
    if (!isPlainPageView) request.log.info(logEntry(request, reply), 'request completed')
    else if (logsPageViews) request.log.debug(logEntry(request, reply), 'request completed')
    done()
  })
}

function logEntry(request: FastifyRequest, reply: FastifyReply): object {
  const { errorName } = request
  const { routeName } = request.routeOptions.config
  return {
    method: request.method,
    route: routeName ?? null,
    status: reply.statusCode,
    ...(errorName && { refused: errorName }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    user: request.session?.user_id ?? request.tokenUserId,
    ...(request.tokenId && { token: request.tokenId }),
  }
}
