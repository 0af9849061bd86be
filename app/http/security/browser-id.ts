import type { FastifyRequest } from 'fastify'

/** Identifies the browser by its cookie of a session or of a guest: no other browser can send a request with the same id. */
export function browserId(request: FastifyRequest): string {
  return request.session?.session_id ?? request.guestSession().id
}
