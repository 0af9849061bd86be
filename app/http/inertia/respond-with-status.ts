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
  return request.inertia.wantsJson ? sendEmptyJson(reply, code) : reply.flash({ status }).back()
}
