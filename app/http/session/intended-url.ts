import type { FastifyRequest } from 'fastify'

import { route } from '#app/platform/route.ts'

/** The page that asked for sign-in; only ever one of our own addresses. */
export function intendedUrl(request: FastifyRequest): string {
  const path = request.guestSession().intended
  return path && /^\/(?![/\\])/.test(path) ? path : route('dashboard')
}
