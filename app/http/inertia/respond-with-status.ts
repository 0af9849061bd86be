import type { FastifyReply, FastifyRequest } from 'fastify'

import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'

/**
 * Answers a change that has nothing to show: a page is led back and told the status, a program gets the empty text `""`.
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
