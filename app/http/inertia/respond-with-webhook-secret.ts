import type { FastifyReply, FastifyRequest } from 'fastify'

/** Responds with a new signing secret, once: the flash of a page, or JSON that is not stored. */
export function respondWithWebhookSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  { code = 200, page }: { code?: 200 | 201; page: string | undefined },
): FastifyReply {
  if (request.inertia.wantsJson)
    return reply.code(code).header('cache-control', 'no-store').send({ secret })
  return reply.flash({ webhookSecret: secret }).back(page)
}
