import type { FastifyReply, FastifyRequest } from 'fastify'

/** The `preHandler` of a download: an Inertia visit cannot download a file, so it makes the browser navigate. */
export function redirectVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  if (request.inertia.isVisit) reply.away(request.url)
  else done()
}

/** Sets the headers of a file that the browser saves and no cache stores. */
export function attachment(
  reply: FastifyReply,
  { type, filename }: { type: string; filename: string },
): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store')
}
