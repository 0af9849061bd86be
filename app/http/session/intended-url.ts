import type { FastifyRequest } from 'fastify'

import { route } from '#app/platform/route.ts'

/** The page that required sign-in, else the dashboard; never another site. */
export function intendedUrl(request: FastifyRequest): string {
  const path = request.guestSession().intended
  return path && /^\/(?![/\\])/.test(path) ? path : route('dashboard')
}
