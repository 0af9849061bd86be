import type { App } from '#app/http/app.ts'

/**
 * One line for each answer: who by public id, what by route, never what was sent. Pages that were simply shown are told at
 * level `debug`; changes, refusals and failures at `info`.
 */
export function accessLog(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const { refused } = request
    const isOrdinary = request.method === 'GET' && reply.statusCode < 400 && !refused
    const level = isOrdinary ? 'debug' : 'info'
    const { routeName } = request.routeOptions.config
    request.log[level](
      {
        method: request.method,
        route: routeName ?? null,
        status: reply.statusCode,
        ...(refused && { refused }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        user: request.signedIn?.user_id ?? request.bearerOrNull?.user_id ?? null,
      },
      'answered',
    )
  })
}
