import type { FastifyReply, FastifyRequest } from 'fastify'

import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'

/**
 * Responds to a change without a result: a page is redirected back with a flash status, a JSON client gets `""`.
 *
 * @param status  a constant such as `password-updated`
 */
export function respondWithStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  status: string,
  { code = 200 }: { code?: 200 | 201 | 202 } = {},
): FastifyReply {
  if (request.inertia.wantsJson) return sendEmptyJson(reply, code)
  // After the page of a mailed link the browser sends no Referer.
  return reply.flash({ status }).back(request.routeOptions.config.formPage)
}
