import type { FastifyReply } from 'fastify'

/** Answers a program that something was done and there is nothing to say about it: as in the originals, with an empty JSON string. */
export function sendEmptyJson(reply: FastifyReply, status: 200 | 201 | 202 | 204): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  return status === 204 ? reply.send() : reply.type('application/json; charset=utf-8').send('""')
}
