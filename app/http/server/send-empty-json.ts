import type { FastifyReply } from 'fastify'

/** Sends an empty JSON string, as Fortify does for a change without a result. */
export function sendEmptyJson(reply: FastifyReply, status: 200 | 201 | 202 | 204): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  return status === 204 ? reply.send() : reply.type('application/json; charset=utf-8').send('""')
}
