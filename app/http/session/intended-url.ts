import type { FastifyReply, FastifyRequest } from 'fastify'

import { route } from '#app/platform/route.ts'

/** Stores the page that requires sign-in. Only visits of a whole page count. */
export function storeIntendedUrl(request: FastifyRequest, reply: FastifyReply): void {
  const { inertia } = request
  if (request.method === 'GET' && !inertia.isPrefetch && !inertia.isPartial) {
    reply.updateGuestSession({ intended: request.url })
  }
}

/** The page that required sign-in, else the dashboard; never another site. */
export function intendedUrl(request: FastifyRequest): string {
  const path = request.guestSession().intended
  return path && /^\/(?![/\\])/.test(path) ? path : route('dashboard')
}
